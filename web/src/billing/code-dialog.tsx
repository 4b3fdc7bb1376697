import { TextInput } from '@mantine/core'
import { billingApi } from '@spacekeeper/contract/billing/routes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { plan } from './api.ts'

/** Takes the code of a coupon. */
export const CodeDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={t('couponTitle')}
      action={t('couponUse')}
      initial={{ couponCode: '' }}
      schema={billingApi.applyCoupon.body}
      submit={async ({ couponCode }) => {
        await plan.applyCoupon({ couponCode })
        notify.done({ text: t('couponUsed') })
      }}
      onClose={onClose}
    >
      {({ field }) => <TextInput {...field('couponCode')} label={t('couponLabel')} autoComplete="off" data-autofocus />}
    </FormDialog>
  )
}
