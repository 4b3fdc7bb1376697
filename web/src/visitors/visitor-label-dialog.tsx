// On its own: the entrance, the page of a visit and the host open it.
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { LabelDialog } from '#platform/ui/label-dialog.tsx'
import { downloadLabel, visitorLabelQuery } from './api.ts'

/** The label that a visitor wears. */
export const VisitorLabelDialog = ({ code, name, onClose }: { code: string; name: string; onClose: () => void }) => {
  const { t } = useTranslation('visitors')
  return (
    <LabelDialog
      title={t('labelTitle', { name })}
      query={visitorLabelQuery(code)}
      load={() => downloadLabel({ code })}
      onClose={onClose}
    />
  )
}
