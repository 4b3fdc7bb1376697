import { Checkbox, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core'
import { deskApi } from '@spacekeeper/contract/billing/desk-routes.ts'
import type { CardRefund, RefundPreview } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { likelyWay } from '@spacekeeper/contract/billing/likely-way.ts'
import { cardRefundFailures, refundMethods } from '@spacekeeper/contract/billing/words.ts'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { fieldErrors } from '#platform/api/api-error.ts'
import { api } from '#platform/api/client.ts'
import { newKey } from '#platform/api/idempotency-key.ts'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import type { ApiForm } from '#platform/form/api-form.ts'
import { DialogForm } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { desk, type RefundTarget } from './api.ts'
import {
  methodWords,
  typedArrival,
  TypedAmount,
  typedMethod,
  useMethodChoices,
  useNewArrival,
} from './arrival-field.tsx'

/** What was paid through Stripe goes back through Stripe; the other ways are how staff gave it back themselves. */
const typedMethods = ['card', ...refundMethods] as const

const TypedRefund = z.object({
  ...typedArrival,
  method: typedMethod(typedMethods),
  amount: TypedAmount,
  reason: deskApi.refund.body.shape.reason,
})

type SentRefund = z.infer<typeof TypedRefund>

/** Stripe did not give it back, which is known at once. */
class RefusedRefund extends Error {}

/** What the server says of the amount stands at the field of the amount. */
const explain = (error: unknown) => {
  if (error instanceof RefusedRefund) return { form: error.message }
  const { amountCents, ...fields } = fieldErrors(error)
  return amountCents === undefined ? null : { fields: { ...fields, amount: amountCents } }
}

const failureIn = (refunds: readonly CardRefund[]) => refunds.find(({ failure }) => failure !== null)?.failure ?? null

/** Books what staff gave back, or lets Stripe give it back, once for each key; after a refusal the next try has another. */
const useRefund = ({ target, whole }: Pick<RefundFormProps, 'target' | 'whole'>) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const [idempotencyKey, setKey] = useState(newKey)
  const { memberName: name, currency } = whole
  return async ({ amount, method, ...typed }: SentRefund, keepsAccess: boolean) => {
    const said = { name, amount: money(amount, currency) }
    const order = { ...target, reason: typed.reason, amountCents: amount, keepsAccess, idempotencyKey }
    if (method !== 'card') {
      await desk.refund({ ...order, ...typed, method })
      notify.done({ text: t('deskRefundDone', said) })
      return
    }
    const { refunds } = await api.stripe.refundToCard(order)
    const failure = failureIn(refunds)
    if (failure !== null) {
      setKey(newKey())
      throw new RefusedRefund(cardRefundFailures[failure])
    }
    const isAsked = refunds.some(({ state }) => state === 'asked')
    const isSent = refunds.some(({ state }) => state === 'sent')
    const words = isAsked ? 'deskRefundCardAsked' : isSent ? 'deskRefundCardSent' : 'deskRefundCardDone'
    notify.done({ text: t(words, said) })
  }
}

export type RefundEffectProps = { target: RefundTarget; amountCents: number; keepsAccess: boolean }

type RefundFormProps = {
  target: RefundTarget
  whole: RefundPreview
  onClose: () => void
  /** Says what would follow of an amount. */
  effect: ComponentType<RefundEffectProps>
}

export const RefundForm = ({ target, whole, onClose, effect: Effect }: RefundFormProps) => {
  const { t } = useTranslation('billing')
  const newArrival = useNewArrival(whole.methods)
  const [keepsAccess, setKeepsAccess] = useState(false)
  const refund = useRefund({ target, whole })
  const canSend = useSite().features.enableStripe && whole.isByCard
  const { memberName: name, mostCents } = whole
  const offered = refundMethods.filter((method) => method !== 'balance' || whole.hasBalance)
  return (
    <DialogForm
      action={t('deskRefund')}
      isDangerous
      initial={{
        ...newArrival,
        method: canSend ? 'card' : (likelyWay(whole.methods, offered) ?? ''),
        amount: typedAmount(mostCents),
        reason: '',
      }}
      schema={TypedRefund}
      explain={explain}
      submit={(typed) => refund(typed, keepsAccess)}
      onClose={onClose}
    >
      {(form) => {
        const amountCents = parseAmount(form.values.amount) ?? 0
        return (
          <>
            <RefundFields form={form} whole={whole} offered={canSend ? ['card', ...offered] : offered} />
            {whole.lostDays.length > 0 ? (
              <Checkbox
                label={t('deskRefundKeeps', { name })}
                checked={keepsAccess}
                onChange={(event) => setKeepsAccess(event.currentTarget.checked)}
              />
            ) : null}
            {amountCents > 0 && amountCents <= mostCents ? (
              <Effect target={target} amountCents={amountCents} keepsAccess={keepsAccess} />
            ) : null}
          </>
        )
      }}
    </DialogForm>
  )
}

type RefundFieldsProps = {
  form: Pick<ApiForm<Record<'amount' | 'method' | 'paidOn' | 'reference' | 'reason', string>>, 'field' | 'values'>
  whole: RefundPreview
  /** The ways it can go back. */
  offered: readonly (typeof typedMethods)[number][]
}

/** How much goes back, how and why. */
const RefundFields = ({ form: { field, values }, whole, offered }: RefundFieldsProps) => {
  const { t } = useTranslation('billing')
  const money = useMoney()
  const choices = useMethodChoices()
  const { mostCents, waitingCents, currency } = whole
  const amountField = useRef<HTMLInputElement>(null)
  // The dialog is open already when the server has said how much can go back.
  useEffect(() => amountField.current?.focus(), [])
  const isSent = values.method === 'card'
  return (
    <>
      <Text size="sm">{t(isSent ? 'deskRefundCardText' : 'deskRefundText')}</Text>
      {waitingCents > 0 ? (
        <Text size="sm">{t('deskRefundWaits', { amount: money(waitingCents, currency) })}</Text>
      ) : null}
      <TextInput
        {...field('amount')}
        ref={amountField}
        label={t('deskAmount')}
        description={t('deskRefundMost', { amount: money(mostCents, currency) })}
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
      />
      <SimpleGrid cols={{ base: 1, xs: isSent ? 1 : 2 }} spacing="sm">
        <NativeSelect
          {...field('method')}
          label={t(isSent ? 'deskRefundHow' : 'deskRefundMethod')}
          description={isSent ? t('deskRefundCardHow') : undefined}
          data={choices(
            offered.map((value) => ({ value, label: value === 'card' ? t('deskRefundCard') : t(methodWords[value]) })),
            values.method,
          )}
        />
        {isSent ? null : <TextInput {...field('paidOn')} type="date" label={t('deskRefundOn')} />}
      </SimpleGrid>
      {isSent ? null : <TextInput {...field('reference')} label={t('deskReference')} autoComplete="off" />}
      <TextInput {...field('reason')} label={t('deskReason')} autoComplete="off" />
    </>
  )
}
