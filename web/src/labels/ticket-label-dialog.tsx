// On its own: the list, a new ticket and the page of a ticket open it.
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { LabelDialog } from '#platform/ui/label-dialog.tsx'
import { downloadTicketLabel, ticketLabelQuery } from './api.ts'

/** The label of a ticket. */
export const TicketLabelDialog = ({ number, onClose }: { number: number; onClose: () => void }) => {
  const { t } = useTranslation('labels')
  return (
    <LabelDialog
      title={t('labelTitle', { number })}
      query={ticketLabelQuery(number)}
      load={() => downloadTicketLabel({ number })}
      onClose={onClose}
    />
  )
}
