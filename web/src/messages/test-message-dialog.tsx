import { Button, Group, Stack, Text } from '@mantine/core'
import type { Message, MessageChannel } from '@spacekeeper/contract/messages/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { messageQuery, outbox } from './api.ts'
import { MessageStateBadge } from './message-state-badge.tsx'

const pollMs = 2000

/** Sends the reader of this page a message, and shows what becomes of it. */
export const TestMessageDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('messages')
  const profile = useProfile()
  const [messageId, setMessageId] = useState<number | null>(null)
  const send = useMutation({
    mutationFn: (channel: MessageChannel) => outbox.sendTest({ channel }),
    onMutate: () => setMessageId(null),
    onSuccess: (sent) => setMessageId(sent.messageId),
  })
  return (
    <BasicDialog title={t('testTitle')} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t('testText')}</Text>
        <Group gap="xs">
          <Button loading={send.isPending} onClick={() => send.mutate('email')} data-autofocus>
            {t('testMail')}
          </Button>
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate('sms')}>
            {t('testSms')}
          </Button>
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {t('testGoesTo', { email: profile?.email ?? '', phone: profile?.phone || t('noPhone') })}
        </Text>
        {send.error ? <FormError>{errorText(send.error)}</FormError> : null}
        {messageId === null ? null : <Outcome messageId={messageId} />}
      </Stack>
    </BasicDialog>
  )
}

const Outcome = ({ messageId }: { messageId: number }) => {
  const { t } = useTranslation('messages')
  // It is waited for, so a lost notice must not leave it waiting.
  const refetchInterval = ({ state }: { state: { data?: Message | undefined } }) =>
    state.data?.state === 'queued' ? pollMs : false
  const { data, error } = useQuery({ ...messageQuery(messageId), refetchInterval })
  if (error) return <FormError>{errorText(error)}</FormError>
  return (
    <Stack gap="xs" role="status" mih={52}>
      {data ? (
        <>
          <Group gap="xs">
            <MessageStateBadge message={data} />
            <Text size="sm">{data.to}</Text>
          </Group>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t(outcomes[data.state])}
          </Text>
          {data.error ? <FormError>{data.error}</FormError> : null}
        </>
      ) : null}
    </Stack>
  )
}

const outcomes = {
  queued: 'testQueued',
  sent: 'testSent',
  kept: 'testKept',
  failed: 'testFailed',
  cancelled: 'testCancelled',
} as const satisfies Record<Message['state'], string>
