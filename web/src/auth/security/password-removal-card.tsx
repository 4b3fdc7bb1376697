import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { removePassword } from './api.ts'

/** For members with a passkey and recovery codes: to do without a password, or to choose one again. */
export const PasswordRemovalCard = ({ hasPassword }: { hasPassword: boolean }) => {
  const { t } = useTranslation('auth')
  const [isAsking, setAsking] = useState(false)
  return (
    <Card component="section" aria-labelledby="remove-password">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 240px">
          <Title order={2} id="remove-password">
            {t('removePasswordHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t(hasPassword ? 'removePasswordHint' : 'passwordless')}
          </Text>
        </Stack>
        {hasPassword ? (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('removePassword')}
          </Button>
        ) : (
          <Button size="xs" variant="default" component={Link} to="/account/profile">
            {t('choosePassword')}
          </Button>
        )}
      </Group>
      {isAsking ? (
        <ConfirmDialog
          title={t('removePasswordTitle')}
          text={t('removePasswordText')}
          action={t('removePassword')}
          isDangerous
          run={async () => {
            await removePassword()
            notify.done({ text: t('removePasswordDone') })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}
