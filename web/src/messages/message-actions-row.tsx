import { Button, Group, Text } from '@mantine/core'
import type { Message } from '@spacekeeper/contract/messages/shapes.ts'
import type { RetryRefusal } from '@spacekeeper/contract/messages/words.ts'
import { useState } from 'react'
import { refreshDomains } from '#platform/api/refresh.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { outbox } from './api.ts'

const refusals = {
  settled: null,
  notKept: 'cannotNotKept',
  expired: 'cannotExpired',
  outdated: 'cannotOutdated',
  notSetUp: 'cannotNotSetUp',
} as const satisfies Record<RetryRefusal, string | null>

/** What can be done about a message that did not leave, or why nothing can. */
export const MessageActionsRow = ({ message }: { message: Message }) => {
  const { t } = useTranslation('messages')
  const [isBusy, setBusy] = useState(false)
  const { id: messageId, state, mayCancel, retryRefusal } = message
  const act = async (task: () => Promise<unknown>, done: string) => {
    setBusy(true)
    try {
      await task()
      notify.done({ text: done })
    } catch (error) {
      notify.failed(error)
      await refreshDomains('messages')
    }
    setBusy(false)
  }
  if (state === 'queued' && !mayCancel) return null
  if (state === 'queued') {
    return (
      <Group>
        <Button
          variant="default"
          loading={isBusy}
          onClick={() => void act(() => outbox.cancel({ messageId }), t('doneCancelled'))}
        >
          {t('cancelMessage')}
        </Button>
      </Group>
    )
  }
  const reason = retryRefusal === null ? null : refusals[retryRefusal]
  if (retryRefusal === null) {
    return (
      <Group>
        <Button loading={isBusy} onClick={() => void act(() => outbox.retry({ messageId }), t('doneRetried'))}>
          {t(state === 'kept' ? 'sendNow' : 'sendAgain')}
        </Button>
      </Group>
    )
  }
  return reason === null ? null : <Text size="sm">{t(reason)}</Text>
}
