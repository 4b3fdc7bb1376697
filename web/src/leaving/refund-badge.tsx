// On its own: it stands with the balance and with what is left over.
import type { OwnLeaving } from '@spacekeeper/contract/leaving/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Status } from '#platform/ui/status.tsx'

type Props = { refund: NonNullable<OwnLeaving['refund']>; currency?: string }

/** The outcome of the last request to have money back. */
export const RefundBadge = ({ refund, currency }: Props) => {
  const { t } = useTranslation('leaving')
  const money = useMoney()
  const { state, accountEnd: end, reason } = refund
  const amount = money(refund.amountCents, currency)
  if (state === 'asked') return <Status kind="waiting">{t('refundWaits', { amount, end })}</Status>
  if (state === 'paid') return <Status kind="fine">{t('refundPaid', { amount, end })}</Status>
  return state === 'declined' ? <Status kind="warning">{t('refundDeclined', { amount, reason })}</Status> : null
}
