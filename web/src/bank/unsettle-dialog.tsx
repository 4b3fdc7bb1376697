import type { DebitRun } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bank } from './api.ts'

type Props = { run: DebitRun; onClose: () => void }

/** Asks before it is taken back that a collection was paid, and says what that does. */
export const UnsettleDialog = ({ run, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const money = useMoney()
  const { id: runId, settled: count, settledCents, hasLine } = run
  const text = t('unsettleText', { count, amount: money(settledCents) })
  return (
    <ConfirmDialog
      title={t('unsettleTitle')}
      text={hasLine ? `${text} ${t('unsettleLine')}` : text}
      action={t('unsettle')}
      isDangerous
      run={async () => {
        const { unsettled } = await bank.unsettleRun({ runId })
        notify.done({ text: t('unsettled', { count: unsettled }) })
      }}
      onClose={onClose}
    />
  )
}
