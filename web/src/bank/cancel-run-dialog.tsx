import type { DebitRun } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bank } from './api.ts'

type Props = { run: DebitRun; onClose: () => void }

/** Asks before a collection is called off, and says what that does. */
export const CancelRunDialog = ({ run, onClose }: Props) => {
  const { t } = useTranslation('bank')
  return (
    <ConfirmDialog
      title={t('cancelTitle')}
      text={t('cancelText')}
      action={t('cancelRun')}
      isDangerous
      run={async () => {
        await bank.cancelRun({ runId: run.id })
        notify.done({ text: t('cancelled') })
      }}
      onClose={onClose}
    />
  )
}
