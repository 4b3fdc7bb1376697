import { TextInput } from '@mantine/core'
import type { DebitRun } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { bank, refreshBank } from './api.ts'

type Props = { run: DebitRun; onClose: () => void }

const today = () => new Date().toISOString().slice(0, 10)

/** Books a collection by hand. */
export const SettleRunDialog = ({ run, onClose }: Props) => {
  const { t } = useTranslation('bank')
  const client = useQueryClient()
  const [paidOn, setPaidOn] = useState(today)
  return (
    <ConfirmDialog
      title={t('settleTitle')}
      text={t('settleText')}
      action={t('settle')}
      isReady={/^\d{4}-\d{2}-\d{2}$/.test(paidOn)}
      run={async () => {
        const { settled } = await bank.settleRun({ runId: run.id, paidOn })
        await refreshBank(client)
        notify.done({ text: t('settled', { count: settled }) })
      }}
      onClose={onClose}
    >
      <TextInput
        type="date"
        label={t('settlePaidOn')}
        value={paidOn}
        onChange={(event) => setPaidOn(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
