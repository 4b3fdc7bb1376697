import type { MessageChannel, MessageState } from '@spacekeeper/contract/messages/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status, type StatusKind } from '#platform/ui/status.tsx'

/** How each state is said. */
export const messageStateWords = {
  queued: { kind: 'waiting', word: 'stateQueued' },
  sent: { kind: 'fine', word: 'stateSent' },
  kept: { kind: 'info', word: 'stateKept' },
  failed: { kind: 'refused', word: 'stateFailed' },
  cancelled: { kind: 'info', word: 'stateCancelled' },
} as const satisfies Record<MessageState, { kind: StatusKind; word: string }>

type Props = { message: { state: MessageState; attempts: number; channel?: MessageChannel } }

/** Where a message has got to; with the tries once there was more than one. */
export const MessageStateBadge = ({ message: { state, attempts, channel } }: Props) => {
  const { t } = useTranslation('messages')
  const { kind, word } = messageStateWords[state]
  const tries = (state === 'queued' || state === 'failed') && attempts > 1 ? `, ${t('tries', { count: attempts })}` : ''
  return (
    <Status kind={kind}>
      {t(state === 'kept' && channel === 'sms' ? 'stateKeptSms' : word)}
      {tries}
    </Status>
  )
}
