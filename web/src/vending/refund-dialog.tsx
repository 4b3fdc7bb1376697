import { Text, TextInput } from '@mantine/core'
import { vendingApi } from '@spacekeeper/contract/vending/routes.ts'
import type { Purchase } from '@spacekeeper/contract/vending/shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { useMoney } from '../platform/session/site.ts'
import { refund } from './api.ts'

/** Asks for the reason before a purchase is refunded. */
export const PurchaseRefundDialog = ({ purchase, onClose }: { purchase: Purchase; onClose: () => void }) => {
  const { t } = useTranslation('vending')
  const money = useMoney()
  const { id: purchaseId, memberName: name, amountCents, kind } = purchase
  return (
    <FormDialog
      title={t('refundTitle')}
      action={t('refund')}
      initial={{ reason: '' }}
      schema={vendingApi.refund.body}
      submit={async ({ reason }) => {
        const { balanceCents } = await refund({ purchaseId, reason })
        notify.done({ text: t('refundDone', { name, balance: money(balanceCents) }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">
            {t(kind === 'credit' ? 'refundCreditMeaning' : 'refundMeaning', { name, amount: money(amountCents) })}
          </Text>
          <TextInput {...field('reason')} label={t('refundReason', { name })} autoComplete="off" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
