import type { BankLine } from '@spacekeeper/contract/bank/shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bank } from './api.ts'
import { useLineWords } from './line-row.tsx'

type Props = { line: BankLine; onClose: () => void }

/** Says what taking a decision back does. */
export const UndoLineDialog = ({ line, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const { amount } = useLineWords()(line)
  const name = line.decision?.memberName ?? ''
  const kind = line.decision?.kind
  const said = kind === 'split' ? 'undoSplit' : kind === 'debitSettled' ? 'undoRun' : 'undoText'
  return (
    <ConfirmDialog
      title={t('undoTitle')}
      text={line.state === 'setAside' ? t('undoAside') : t(said, { amount, name })}
      action={t('undo')}
      run={async () => {
        await bank.undoLine({ lineId: line.id })
        notify.done({ text: t('undone') })
      }}
      onClose={onClose}
    />
  )
}
