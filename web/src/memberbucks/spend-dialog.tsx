import { Text, TextInput } from '@mantine/core'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import { type BalanceOverview, Spending } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { ApiError, fieldErrors } from '#platform/api/api-error.ts'
import { newKey } from '#platform/api/idempotency-key.ts'
import { parseAmount } from '#platform/form/amounts.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { spend } from './api.ts'
import { TypedAmountUpTo } from './typed-booking.ts'

type Purpose = Spending['purpose']

const words = {
  payment: { title: 'payTitle', action: 'pay', done: 'paid', description: 'payFor' },
  donation: { title: 'donateTitle', action: 'donate', done: 'donated', description: 'donateFor' },
} as const satisfies Record<Purpose, Record<string, string>>

/** What is typed; only a donation needs no words. */
const typedSpending = (purpose: Purpose, maxCents: number) => {
  const { description } = Spending.shape
  return z.object({
    amount: TypedAmountUpTo(maxCents),
    description: purpose === 'donation' ? description : description.refine((text) => text !== '', fieldMessages.empty),
  })
}

const initial = { amount: '', description: '' }

type Props = { purpose: Purpose; overview: BalanceOverview; onClose: () => void }

/** Pays or donates from the member's own balance, and says beforehand what is left. */
export const SpendDialog = ({ purpose, overview, onClose }: Props) => {
  const { t } = useTranslation('memberbucks')
  const money = useMoney()
  const [idempotencyKey] = useState(newKey)
  const { balanceCents, maxCents } = overview
  const schema = useMemo(() => typedSpending(purpose, maxCents), [purpose, maxCents])
  const say = words[purpose]
  return (
    <FormDialog
      title={t(say.title)}
      action={t(say.action)}
      initial={initial}
      schema={schema}
      submit={async ({ amount, description }) => {
        const booked = await spend({ purpose, idempotencyKey, amountCents: amount, description })
        notify.done({ text: t(say.done, { amount: money(amount), balance: money(booked.balanceCents) }) })
      }}
      explain={(error) => {
        const { amountCents } = error instanceof ApiError ? fieldErrors(error) : {}
        return amountCents ? { fields: { amount: amountCents } } : null
      }}
      onClose={onClose}
    >
      {({ field, values }) => {
        const after = balanceCents - (parseAmount(values.amount) ?? 0)
        return (
          <>
            <TextInput
              {...field('amount')}
              label={t('amount')}
              description={t('amountMost', { most: money(maxCents) })}
              placeholder={t('amountHint')}
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
            />
            <TextInput {...field('description')} label={t(say.description)} autoComplete="off" />
            <Text size="sm" role="status">
              {after === balanceCents
                ? t('youHave', { balance: money(balanceCents) })
                : t(after < 0 ? 'effectTooLow' : 'effect', { before: money(balanceCents), after: money(after) })}
            </Text>
          </>
        )
      }}
    </FormDialog>
  )
}
