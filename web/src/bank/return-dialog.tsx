import { Text, TextInput } from '@mantine/core'
import type { Debit } from '@spacekeeper/contract/bank/debit-shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bank } from './api.ts'

const loadReason = async () => {
  const { bankApi } = await import('@spacekeeper/contract/bank/routes.ts')
  return bankApi.returnDebit.body
}

/** Takes down that the bank sent a debit back, and why. */
export const ReturnDialog = ({ debit, onClose }: { debit: Debit; onClose: () => void }) => {
  const { t } = useTranslation('bank')
  const { id: debitId, memberName: name } = debit
  return (
    <FormDialog
      title={t('returnTitle')}
      action={t('returned')}
      initial={{ reason: '' }}
      schema={loadReason}
      submit={async ({ reason }) => {
        await bank.returnDebit({ debitId, reason })
        notify.done({ text: t('returnDone', { name }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('returnText', { name })}</Text>
          <TextInput
            {...field('reason')}
            label={t('returnReason')}
            description={t('returnHint')}
            autoComplete="off"
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
