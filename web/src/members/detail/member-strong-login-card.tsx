import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { memberStrongLoginQuery, resetMemberStrongLogin } from '../api.ts'

type Props = { memberId: number; name: string; mayReset: boolean }

/** For staff: what a member has set up, and the way back for one who lost it. Members without any have no card. */
export const MemberStrongLoginCard = ({ memberId, name, mayReset }: Props) => {
  const { t } = useTranslation('auth')
  const [isAsking, setAsking] = useState(false)
  const { data } = useQuery(memberStrongLoginQuery(memberId))
  if (!data || (data.passkeys === 0 && !data.hasTotp)) return null
  const parts = [
    ...(data.passkeys > 0 ? [t('memberPasskeys', { count: data.passkeys })] : []),
    ...(data.hasTotp ? [t('memberTotp')] : []),
    ...(data.hasPassword ? [] : [t('memberNoPassword')]),
  ]
  return (
    <Card component="section" aria-labelledby="member-login">
      <Group justify="space-between" gap="sm">
        <Stack gap={2} flex="1 1 200px">
          <Title order={2} id="member-login">
            {t('memberLogin')}
          </Title>
          <Text size="sm" c="dimmed">
            {parts.join(' ')}
          </Text>
        </Stack>
        {mayReset ? (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {t('memberReset')}
          </Button>
        ) : null}
      </Group>
      {isAsking ? (
        <ConfirmDialog
          title={t('memberResetTitle', { name })}
          text={t('memberResetText', { name })}
          action={t('memberResetAction')}
          isDangerous
          run={async () => {
            await resetMemberStrongLogin({ memberId })
            notify.done({ text: t('memberResetDone') })
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Card>
  )
}
