import { Card, Stack, Text, Title } from '@mantine/core'
import { MachinePrices } from '@spacekeeper/contract/interlocks/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { parseAmount, parseCount, typedAmount } from '#platform/form/amounts.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { formatMoney } from '#platform/i18n/format.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { pricesQuery, setPrices } from './api.ts'

/** What the use of a machine costs and its limits, each saved by itself. */
export const MachinePricesCard = ({ interlockId }: { interlockId: number }) => {
  const { t } = useTranslation('interlocks')
  const prices = useQuery(pricesQuery(interlockId))
  return (
    <Card component="section" aria-labelledby="machine-prices">
      <Title order={2} id="machine-prices">
        {t('pricesTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('pricesHint')}
      </Text>
      <RequiredMarks />
      <Page query={prices}>{(known) => <Fields interlockId={interlockId} prices={known} />}</Page>
    </Card>
  )
}

type Amount = 'costPerSessionCents' | 'costPerHourCents' | 'costPerKwhCents'
const amounts = {
  costPerSessionCents: 'perSession',
  costPerHourCents: 'perHour',
  costPerKwhCents: 'perKwh',
} as const satisfies Record<Amount, string>
const amountNames = ['costPerSessionCents', 'costPerHourCents', 'costPerKwhCents'] as const satisfies Amount[]

const readWatts = (kw: string) =>
  /^\d{1,9}([.,]\d{1,3})?$/.test(kw.trim()) ? Math.round(Number(kw.replace(',', '.')) * 1000) : null

const { shape } = MachinePrices
const amount = { read: parseAmount, words: () => describeKey('interlocks:amountWrong') }
const minutes = { read: parseCount, words: () => describeKey('interlocks:minutesWrong') }
const kilowatts = { read: readWatts, words: () => describeKey('interlocks:ratedWrong'), unit: 1000 }
/** The prices as they are typed; an empty limit is none. */
const typed = {
  costPerSessionCents: typedNumber(shape.costPerSessionCents, amount),
  costPerHourCents: typedNumber(shape.costPerHourCents, amount),
  costPerKwhCents: typedNumber(shape.costPerKwhCents, amount),
  maxSessionMinutes: typedNumber(shape.maxSessionMinutes, { ...minutes, empty: null }),
  minBalanceCents: typedNumber(shape.minBalanceCents, { ...amount, empty: null }),
  maxCostCents: typedNumber(shape.maxCostCents, { ...amount, empty: null }),
  ratedWatts: typedNumber(shape.ratedWatts, { ...kilowatts, empty: null }),
}

const Fields = ({ interlockId, prices }: { interlockId: number; prices: MachinePrices }) => {
  const { t } = useTranslation('interlocks')
  /** How a field is checked and saved. */
  const saved = (name: keyof MachinePrices) => ({
    name,
    schema: typed[name],
    save: (text: string) => setPrices({ interlockId, [name]: typed[name].parse(text) }),
  })
  return (
    <Stack gap="md">
      <BalanceOff prices={prices} />
      {amountNames.map((name) => (
        <SavedTextField key={name} {...saved(name)} label={t(amounts[name])} value={typedAmount(prices[name])} />
      ))}
      <Example prices={prices} />
      <SavedTextField
        {...saved('maxSessionMinutes')}
        label={t('maxMinutes')}
        description={t('maxMinutesHint')}
        value={prices.maxSessionMinutes === null ? '' : String(prices.maxSessionMinutes)}
      />
      <SavedTextField
        {...saved('minBalanceCents')}
        label={t('minBalance')}
        description={t('minBalanceHint')}
        value={prices.minBalanceCents === null ? '' : typedAmount(prices.minBalanceCents)}
      />
      <SavedTextField
        {...saved('maxCostCents')}
        label={t('maxCost')}
        description={t('maxCostHint')}
        value={prices.maxCostCents === null ? '' : typedAmount(prices.maxCostCents)}
      />
      <SavedTextField
        {...saved('ratedWatts')}
        label={t('rated')}
        description={t('ratedHint')}
        value={prices.ratedWatts === null ? '' : String(prices.ratedWatts / 1000)}
      />
    </Stack>
  )
}

/** A machine that takes money does not start while balances are turned off. */
const BalanceOff = ({ prices }: { prices: MachinePrices }) => {
  const { t } = useTranslation('interlocks')
  const isOn = useSite().features.enableMemberBucks
  const takesMoney = amountNames.some((name) => prices[name] > 0) || prices.minBalanceCents !== null
  return isOn || !takesMoney ? null : <Status kind="warning">{t('balanceOff')}</Status>
}

/** What it comes to, so that a slipped digit is seen. */
const Example = ({ prices }: { prices: MachinePrices }) => {
  const { t } = useTranslation('interlocks')
  const { siteLocaleCurrency } = useSite().general
  const cents = prices.costPerSessionCents + prices.costPerHourCents + 2 * prices.costPerKwhCents
  return (
    <Text size="sm" c="dimmed">
      {cents === 0 ? t('free') : t('example', { amount: formatMoney(cents, siteLocaleCurrency) })}
    </Text>
  )
}
