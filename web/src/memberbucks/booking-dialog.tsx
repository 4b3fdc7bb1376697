import { Group, NativeSelect, SegmentedControl, Text, TextInput } from '@mantine/core'
import { Booking } from '@spacekeeper/contract/memberbucks/shapes.ts'
import { maxAmountCents, staffTypes } from '@spacekeeper/contract/memberbucks/words.ts'
import { useState } from 'react'
import { z } from 'zod'
import { newKey } from '#platform/api/idempotency-key.ts'
import { parseAmount } from '#platform/form/amounts.ts'
import { FormDialog } from '#platform/form/form-dialog.tsx'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { formatMoney } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { notify } from '#platform/ui/notify.tsx'
import { bookEntry } from './api.ts'
import { entryWords } from './entry-words.ts'
import { TypedAmountUpTo } from './typed-booking.ts'

/** What is typed for a booking; the amount becomes cents. */
const TypedBooking = z.object({
  direction: z.enum(['in', 'out']),
  amount: TypedAmountUpTo(maxAmountCents),
  type: z.enum(staffTypes),
  description: Booking.shape.description,
  paidOn: Booking.shape.paidOn,
})

const initial = { direction: 'in', amount: '', type: 'cash', description: '' }
const signOf = (direction: string) => (direction === 'in' ? 1 : -1)

type Props = { memberId: number; name: string; balanceCents: number; onClose: () => void }

/** Takes a payment or a correction, and says what it will make of the balance before it is booked. */
export const BookingDialog = ({ memberId, name, balanceCents, onClose }: Props) => {
  const { t } = useTranslation('memberbucks')
  const { siteLocaleCurrency } = useSite().general
  const [idempotencyKey] = useState(newKey)
  const spaceDay = useSpaceDay()
  const money = (cents: number) => formatMoney(cents, siteLocaleCurrency)
  const directions = [
    { value: 'in', label: t('moneyIn') },
    { value: 'out', label: t('moneyOut') },
  ]
  return (
    <FormDialog
      title={t('bookTitle', { name })}
      action={t('book')}
      initial={{ ...initial, paidOn: spaceDay() }}
      schema={TypedBooking}
      submit={async ({ direction, amount, ...typed }) => {
        const booked = await bookEntry({ memberId, idempotencyKey, amountCents: amount * signOf(direction), ...typed })
        notify.done({ text: t('booked', { name, balance: money(booked.balanceCents) }) })
      }}
      onClose={onClose}
    >
      {({ field, values, set }) => (
        <>
          <SegmentedControl
            aria-label={t('direction')}
            value={values.direction}
            onChange={(value) => set('direction', value)}
            data={directions}
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput
              {...field('amount')}
              label={t('amount')}
              placeholder={t('amountHint')}
              inputMode="decimal"
              autoComplete="off"
              data-autofocus
            />
            <NativeSelect
              {...field('type')}
              label={t('kind')}
              data={staffTypes.map((value) => ({ value, label: t(entryWords[value]) }))}
            />
          </Group>
          <TextInput {...field('paidOn')} type="date" label={t('bookedOn')} />
          <TextInput {...field('description')} label={t('description', { name })} autoComplete="off" />
          <Effect
            cents={(parseAmount(values.amount) ?? 0) * signOf(values.direction)}
            balanceCents={balanceCents}
            money={money}
          />
        </>
      )}
    </FormDialog>
  )
}

type EffectProps = { cents: number; balanceCents: number; money: (cents: number) => string }

const Effect = ({ cents, balanceCents, money }: EffectProps) => {
  const { t } = useTranslation('memberbucks')
  const after = balanceCents + cents
  return cents === 0 ? null : (
    <Text size="sm" role="status">
      {t(cents < 0 && after < 0 ? 'effectTooLow' : 'effect', { before: money(balanceCents), after: money(after) })}
    </Text>
  )
}
