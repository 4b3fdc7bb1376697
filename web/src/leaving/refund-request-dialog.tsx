import { Text, TextInput } from '@mantine/core'
import { BalanceRefundRequest } from '@spacekeeper/contract/leaving/shapes.ts'
import type { RefundSource } from '@spacekeeper/contract/leaving/words.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { notify } from '#platform/ui/notify.tsx'
import { askRefund } from './api.ts'

type Props = { source: RefundSource; amount: string; onClose: () => void }

/** Asks where a balance, or what is left over, goes back to. */
export const RefundRequestDialog = ({ source, amount, onClose }: Props) => {
  const { t } = useTranslation('leaving')
  const profile = useProfile()
  return (
    <FormDialog
      title={t('refundTitle', { amount })}
      action={t('refundAction')}
      initial={{ source, accountName: profile?.fullName ?? '', accountNumber: '' }}
      schema={BalanceRefundRequest}
      submit={async (request) => {
        await askRefund(request)
        notify.done({ text: t('refundAsked') })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('refundText')}</Text>
          <TextInput {...field('accountName')} label={t('accountName')} autoComplete="name" />
          <TextInput
            {...field('accountNumber')}
            label={t('accountNumber')}
            description={t('accountNumberHint')}
            autoComplete="off"
            data-autofocus
          />
        </>
      )}
    </FormDialog>
  )
}
