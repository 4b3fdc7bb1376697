import { Button } from '@mantine/core'
import type { ReceiverDelivery } from '@spacekeeper/contract/webhooks/shapes.ts'
import { formatMoment, formatNumber, formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import classes from './webhooks.module.css'

const marks = { waiting: 'waiting', delivered: 'fine', failed: 'refused', stopped: 'none' } as const

type Props = { of: ReceiverDelivery; isBusy: boolean; replay: (() => void) | null }

/** One event on its way: when, what became of it, what was answered. */
export const DeliveryRow = ({ of: delivery, isBusy, replay }: Props) => {
  const { t } = useTranslation('webhooks')
  const { event, createdAt, state, attempts, nextTryAt, tookMs } = delivery
  const when = formatMoment(createdAt)
  const facts = [
    when,
    ...(attempts > 0 ? [t('tries', { count: attempts })] : []),
    ...(tookMs === null ? [] : [t('took', { seconds: formatNumber(Math.round(tookMs / 100) / 10) })]),
    ...(state === 'waiting' && attempts > 0 && nextTryAt !== null
      ? [t('nextTry', { when: formatSince(nextTryAt) })]
      : []),
  ]
  const answer = useAnswer(delivery)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <code>{event}</code>
        <span className={classes.facts}>{facts.join(', ')}</span>
        {answer === null ? null : <span>{answer}</span>}
      </span>
      <span className={classes.state}>
        <Status kind={marks[state]}>{t(`state_${state}`)}</Status>
        {replay ? (
          <Button
            variant="default"
            size="xs"
            disabled={isBusy}
            aria-label={t('replayWhich', { event, when })}
            onClick={replay}
          >
            {t('replay')}
          </Button>
        ) : null}
      </span>
    </li>
  )
}

/** What the receiver said, or why it said nothing. */
const useAnswer = ({ status, answer, error }: ReceiverDelivery): string | null => {
  const { t } = useTranslation('webhooks')
  if (status === null) return error
  return answer === null ? t('answeredEmpty', { status }) : t('answered', { status, answer })
}
