// On its own: the list and the page of one show it.
import type { WebhookReceiver } from '@spacekeeper/contract/webhooks/shapes.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'

/** How a receiver fares. */
export const ReceiverBadge = ({ of: { offReason, failingSince, deliveredAt } }: { of: WebhookReceiver }) => {
  const { t } = useTranslation('webhooks')
  if (offReason !== null)
    return <Status kind={offReason === 'staff' ? 'none' : 'refused'}>{t(`off_${offReason}`)}</Status>
  if (failingSince !== null) return <Status kind="warning">{t('failing', { when: formatSince(failingSince) })}</Status>
  return (
    <Status kind={deliveredAt === null ? 'waiting' : 'fine'}>
      {t(deliveredAt === null ? 'nothingYet' : 'working')}
    </Status>
  )
}
