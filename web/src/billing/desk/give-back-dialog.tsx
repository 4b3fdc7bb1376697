import { Text, TextInput } from '@mantine/core'
import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { DeskCreditor } from '@spacekeeper/contract/billing/summary-shapes.ts'
import { useState } from 'react'
import { z } from 'zod'
import { fieldErrors } from '#platform/api/api-error.ts'
import { newKey } from '#platform/api/idempotency-key.ts'
import { typedAmount } from '#platform/form/amounts.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { desk } from './api.ts'
import { ArrivalField, typedArrival, TypedAmount, useNewArrival } from './arrival-field.tsx'

const TypedReturn = z.object({ ...typedArrival, amount: TypedAmount, reason: deskApi.giveBack.body.shape.reason })

/** What the server says of the amount stands at the field of the amount. */
const explain = (error: unknown) => {
  const { amountCents, ...fields } = fieldErrors(error)
  return amountCents === undefined ? null : { fields: { ...fields, amount: amountCents } }
}

/** Books that a member got back what they paid too much. */
export const GiveBackDialog = ({ member, onClose }: { member: DeskCreditor; onClose: () => void }) => {
  const { t } = useTranslation('billing')
  const newArrival = useNewArrival(member.methods)
  const money = useMoney()
  const [idempotencyKey] = useState(newKey)
  const { memberId, memberName: name, amountCents, currency } = member
  return (
    <FormDialog
      title={t('deskGiveBackTitle', { name })}
      action={t('deskGiveBack')}
      initial={{ ...newArrival, amount: typedAmount(amountCents), reason: '' }}
      schema={TypedReturn}
      explain={explain}
      submit={async ({ amount, ...typed }) => {
        const given = await desk.giveBack({ memberId, ...typed, currency, amountCents: amount, idempotencyKey })
        notify.done({ text: t('deskGaveBack', { name, amount: money(given.creditCents, currency) }) })
      }}
      onClose={onClose}
    >
      {({ field }) => (
        <>
          <Text size="sm">{t('deskGiveBackText', { name, amount: money(amountCents, currency) })}</Text>
          <TextInput
            {...field('amount')}
            label={t('deskAmount')}
            placeholder={t('deskAmountHint')}
            inputMode="decimal"
            autoComplete="off"
          />
          <ArrivalField field={field} />
          <TextInput {...field('reason')} label={t('deskReason')} autoComplete="off" data-autofocus />
        </>
      )}
    </FormDialog>
  )
}
