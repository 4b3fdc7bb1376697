import { Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import type { MemberDues } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { Text as Line } from '@spacekeeper/contract/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { newKey } from '#platform/api/idempotency-key.ts'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { BasicDialog } from '#platform/ui/basic-dialog.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { desk, memberDuesQuery } from './api.ts'
import { ArrivalField, typedArrival, TypedAmount, useNewArrival } from './arrival-field.tsx'
import { openCentsOfCharge } from './charges-list.tsx'

const TypedPayment = z.object({ ...typedArrival, amount: TypedAmount, note: z.string().trim().pipe(Line(300)) })

type Props = {
  memberId: number
  /** Paid before the others. */
  firstChargeId?: number
  onClose: () => void
}

/** Books a payment of a member: a part, several at once, or more than is owed. */
export const PaymentDialog = ({ memberId, firstChargeId, onClose }: Props) => {
  const { t } = useTranslation('billing')
  const query = useQuery(memberDuesQuery(memberId))
  const name = query.data?.memberName ?? ''
  return (
    <BasicDialog title={t('deskBookTitle', { name })} onClose={onClose} closeOnClickOutside={false}>
      <Page query={query}>
        {(dues) =>
          dues.canBook ? (
            <PaymentForm dues={dues} firstChargeId={firstChargeId} onClose={onClose} />
          ) : (
            <Text>{t('deskOwn')}</Text>
          )
        }
      </Page>
    </BasicDialog>
  )
}

type PaymentFormProps = { dues: MemberDues; firstChargeId: number | undefined; onClose: () => void }

const PaymentForm = ({ dues, firstChargeId, onClose }: PaymentFormProps) => {
  const { t } = useTranslation('billing')
  const newArrival = useNewArrival([dues.collector])
  const money = useMoney()
  const [idempotencyKey] = useState(newKey)
  const { memberId, memberName: name } = dues
  const [picked, setPicked] = useState<readonly number[]>(firstChargeId === undefined ? [] : [firstChargeId])
  const first = dues.charges.find(({ id }) => id === firstChargeId)
  // A payment is in one currency, and pays charges in that one.
  const currency = first?.currency ?? dues.currency
  const charges = dues.charges.filter((charge) => charge.currency === currency)
  const creditCents = dues.credits.find((one) => one.currency === currency)?.cents ?? 0
  return (
    <DialogForm
      action={t('deskBookAction')}
      initial={{ ...newArrival, amount: first ? typedAmount(openCentsOfCharge(first)) : '', note: '' }}
      schema={TypedPayment}
      submit={async ({ amount, ...typed }) => {
        const chargeIds = [...picked]
        const booked = await desk.bookPayment({
          memberId,
          ...typed,
          currency,
          amountCents: amount,
          chargeIds,
          idempotencyKey,
        })
        const left = { name, amount: money(booked.creditCents, currency) }
        notify.done({ text: booked.creditCents > 0 ? t('deskBookedCredit', left) : t('deskBooked', left) })
      }}
      onClose={onClose}
    >
      {({ field, values }) => (
        <>
          {creditCents > 0 ? (
            <Text size="sm">{t('deskHasCredit', { name, amount: money(creditCents, currency) })}</Text>
          ) : null}
          <TextInput
            {...field('amount')}
            label={t('deskAmount')}
            placeholder={t('deskAmountHint')}
            inputMode="decimal"
            autoComplete="off"
            data-autofocus
          />
          <ArrivalField field={field} />
          {charges.length > 1 ? (
            <Checkbox.Group
              label={t('deskFor')}
              description={t('deskForHint')}
              value={picked.map(String)}
              onChange={(ids) => setPicked(ids.map(Number))}
            >
              <Stack gap={6} mt={6}>
                {charges.map((charge) => (
                  <Checkbox
                    key={charge.id}
                    value={String(charge.id)}
                    label={`${charge.description}, ${money(openCentsOfCharge(charge), currency)}`}
                  />
                ))}
              </Stack>
            </Checkbox.Group>
          ) : null}
          <TextInput {...field('note')} label={t('deskNote')} autoComplete="off" />
          <Effect
            charges={charges}
            picked={picked}
            cents={parseAmount(values.amount) ?? 0}
            creditCents={creditCents}
            currency={currency}
          />
        </>
      )}
    </DialogForm>
  )
}

type PaymentEffectProps = {
  charges: MemberDues['charges']
  picked: readonly number[]
  cents: number
  creditCents: number
  currency: string
}

/** What an amount pays in the order it is spent: what was picked, then the oldest. The server works it out again. */
const Effect = ({ charges, picked, cents, creditCents, currency }: PaymentEffectProps) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  if (cents === 0) return null
  const ordered = [
    ...charges.filter(({ id }) => picked.includes(id)),
    ...charges.filter(({ id }) => !picked.includes(id)),
  ]
  let left = cents + creditCents
  const parts: string[] = []
  for (const charge of ordered) {
    const open = openCentsOfCharge(charge)
    const taken = Math.min(left, open)
    if (taken <= 0) continue
    left -= taken
    const what = charge.description
    parts.push(taken === open ? t('deskPaysAll', { what }) : t('deskPaysPart', { what, cents: money(taken, currency) }))
  }
  return (
    <Group role="status" gap={4}>
      {parts.length > 0 ? <Text size="sm">{t('deskPays', { parts: parts.join(', ') })}</Text> : null}
      {left > 0 ? <Text size="sm">{t('deskLeaves', { amount: money(left, currency) })}</Text> : null}
    </Group>
  )
}
