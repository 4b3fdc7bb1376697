import { Text, TextInput } from '@mantine/core'
import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { DeskCharge, BookedPayment } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { desk } from './api.ts'

type ReasonProps = {
  title: string
  text: string
  action: string
  done: string
  run: (reason: string) => Promise<unknown>
  onClose: () => void
}

/** Asks why, and says what follows. */
export const ReasonDialog = ({ title, text, action, done, run, onClose }: ReasonProps) => {
  const { t } = useTranslation('billing')
  return (
    <FormDialog
      title={title}
      action={action}
      isDangerous
      initial={{ reason: '' }}
      schema={deskApi.voidCharge.body}
      submit={async ({ reason }) => {
        await run(reason)
        notify.done({ text: done })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{text}</Text>
          <TextInput {...field('reason')} label={t('deskReason')} autoComplete="off" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}

/** Cancels a charge that should not have been. */
export const VoidChargeDialog = ({ charge, onClose }: { charge: DeskCharge; onClose: () => void }) => {
  const { t } = useTranslation('billing')
  const { id: chargeId, memberName: name } = charge
  return (
    <ReasonDialog
      title={t('deskVoidTitle', { name })}
      text={t('deskVoidText')}
      action={t('deskVoid')}
      done={t('deskSettled')}
      run={(reason) => desk.voidCharge({ chargeId, reason })}
      onClose={onClose}
    />
  )
}

/** Takes back a payment that was booked by mistake. */
export const ReversePaymentDialog = ({ payment, onClose }: { payment: BookedPayment; onClose: () => void }) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const { id: paymentId, memberName: name, amountCents, currency } = payment
  return (
    <ReasonDialog
      title={t('deskReverseTitle', { name, amount: money(amountCents, currency) })}
      text={t('deskReverseText')}
      action={t('deskReverse')}
      done={t('deskReversed')}
      run={(reason) => desk.reversePayment({ paymentId, reason })}
      onClose={onClose}
    />
  )
}
