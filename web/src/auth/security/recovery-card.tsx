import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { renewRecoveryCodes } from './api.ts'

type Props = { left: number; onNewCodes: (codes: readonly string[]) => void }

/** How many recovery codes are left, and new ones. */
export const RecoveryCard = ({ left, onNewCodes }: Props) => {
  const { t } = useTranslation('auth')
  const [isAsking, setAsking] = useState(false)
  return (
    <Card component="section" aria-labelledby="recovery">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 240px">
          <Title order={2} id="recovery">
            {t('recoveryHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('recoveryHint')}
          </Text>
          <Status kind={left > 2 ? 'fine' : 'warning'}>{t('recoveryLeft', { count: left })}</Status>
        </Stack>
        <Button size="xs" variant="default" onClick={() => setAsking(true)}>
          {t('recoveryRenew')}
        </Button>
      </Group>
      {isAsking ? (
        <ConfirmDialog
          title={t('recoveryRenewTitle')}
          text={t('recoveryRenewText')}
          action={t('recoveryRenew')}
          run={async () => {
            const { recoveryCodes } = await renewRecoveryCodes()
            onNewCodes(recoveryCodes)
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}
