import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { PaidCents } from '@spacekeeper/contract/billing/desk-shapes.ts'
import { likelyWay } from '@spacekeeper/contract/billing/likely-way.ts'
import { type Collector, handMethods, type PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { Text as Line } from '@spacekeeper/contract/fields.ts'
import { z } from 'zod'
import { parseAmount } from '#platform/form/amounts.ts'
import type { ApiForm } from '#platform/form/api-form.ts'
import { useSpaceDay } from '#platform/form/space-clock.ts'
import { typedNumber } from '#platform/form/typed-number.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'

export const methodWords = {
  bank: 'deskMethodBank',
  cash: 'deskMethodCash',
  other: 'deskMethodOther',
  directDebit: 'deskMethodDirectDebit',
  card: 'deskMethodCard',
  balance: 'deskMethodBalance',
} as const satisfies Record<PaymentMethod, string>

const say = (key: 'deskDayWrong' | 'deskAmountWrong' | 'deskMethodMissing') => describeKey(`billing:${key}`)

/** One of the ways that are offered: where none is likely, none is chosen. */
export const typedMethod = <W extends string>(ways: readonly W[]) =>
  z.enum(ways, { error: () => say('deskMethodMissing') })

/** How and when money arrived, as it is typed. */
export const typedArrival = {
  method: typedMethod(handMethods),
  paidOn: z.string().refine((day) => z.iso.date().safeParse(day).success, { error: () => say('deskDayWrong') }),
  reference: z.string().trim().pipe(Line(200)),
}

/** The first values of the fields, by how the plans or payments are paid that it is for. */
export const useNewArrival = (ways: readonly (Collector | PaymentMethod | null)[]) => ({
  method: likelyWay(ways, handMethods) ?? '',
  paidOn: useSpaceDay()(),
  reference: '',
})

/** The choices; that nothing is chosen yet can be seen until it is. */
export const useMethodChoices = () => {
  const { t } = useTranslation('billing')
  return <W extends string>(choices: readonly { value: W; label: string }[], chosen: string | undefined) =>
    chosen === '' ? [{ value: '', label: t('deskMethodNone') }, ...choices] : choices
}

/** An amount as it is typed, which becomes cents. */
export const TypedAmount = typedNumber(PaidCents, { read: parseAmount, words: () => say('deskAmountWrong') })

type ArrivalName = 'method' | 'paidOn' | 'reference'

type ArrivalInput = Omit<ReturnType<ApiForm<Record<ArrivalName, string>>['field']>, 'name'>

type Props = { field: (name: ArrivalName) => ArrivalInput & { name: string } }

/** How and when money arrived: the same fields wherever it is booked. */
export const ArrivalField = ({ field }: Props) => {
  const { t } = useTranslation('billing')
  const choices = useMethodChoices()
  const method = field('method')
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NativeSelect
          {...method}
          label={t('deskMethod')}
          data={choices(
            handMethods.map((value) => ({ value, label: t(methodWords[value]) })),
            method.value,
          )}
        />
        <TextInput {...field('paidOn')} type="date" label={t('deskPaidOn')} />
      </SimpleGrid>
      <TextInput {...field('reference')} label={t('deskReference')} autoComplete="off" />
    </>
  )
}
