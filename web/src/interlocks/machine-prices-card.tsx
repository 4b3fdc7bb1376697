import { Card, Stack, Text, Title } from '@mantine/core'
import { MachinePrices } from '@spacekeeper/contract/interlocks/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { formatMoney } from '#platform/i18n/format.ts'
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

/** What is typed has to be what the contract takes once it is read; whatever it says, these are the words for it. */
const typed = (field: z.ZodType, input: { read: (text: string) => unknown; message: string }) =>
  z.string().refine((text) => field.safeParse(input.read(text)).success, input.message)

const orNothing = (text: string, read: (text: string) => number | null) => (text.trim() === '' ? null : read(text))
const readMinutes = (text: string) => (/^\d{1,6}$/.test(text.trim()) ? Number(text) : Number.NaN)
const readLimit = (text: string) => orNothing(text, readMinutes)
const readWatts = (text: string) =>
  orNothing(text, (kw) =>
    /^\d{1,4}([.,]\d{1,3})?$/.test(kw.trim()) ? Math.round(Number(kw.replace(',', '.')) * 1000) : Number.NaN,
  )
const readAmount = (text: string) => orNothing(text, (amount) => parseAmount(amount) ?? Number.NaN)

const Fields = ({ interlockId, prices }: { interlockId: number; prices: MachinePrices }) => {
  const { t } = useTranslation('interlocks')
  const { shape } = MachinePrices
  const save = (changed: Partial<MachinePrices>) => setPrices({ interlockId, ...changed })
  return (
    <Stack gap="md">
      <BalanceOff prices={prices} />
      {amountNames.map((name) => (
        <SavedTextField
          key={name}
          name={name}
          label={t(amounts[name])}
          value={typedAmount(prices[name])}
          schema={typed(shape[name], { read: parseAmount, message: t('amountWrong') })}
          save={(text) => save({ [name]: parseAmount(text) ?? 0 })}
        />
      ))}
      <Example prices={prices} />
      <SavedTextField
        name="maxSessionMinutes"
        label={t('maxMinutes')}
        description={t('maxMinutesHint')}
        value={prices.maxSessionMinutes === null ? '' : String(prices.maxSessionMinutes)}
        schema={typed(shape.maxSessionMinutes, { read: readLimit, message: t('minutesWrong') })}
        save={(text) => save({ maxSessionMinutes: readLimit(text) })}
      />
      <SavedTextField
        name="minBalanceCents"
        label={t('minBalance')}
        description={t('minBalanceHint')}
        value={prices.minBalanceCents === null ? '' : typedAmount(prices.minBalanceCents)}
        schema={typed(shape.minBalanceCents, { read: readAmount, message: t('amountWrong') })}
        save={(text) => save({ minBalanceCents: readAmount(text) })}
      />
      <SavedTextField
        name="maxCostCents"
        label={t('maxCost')}
        description={t('maxCostHint')}
        value={prices.maxCostCents === null ? '' : typedAmount(prices.maxCostCents)}
        schema={typed(shape.maxCostCents, { read: readAmount, message: t('amountWrong') })}
        save={(text) => save({ maxCostCents: readAmount(text) })}
      />
      <SavedTextField
        name="ratedWatts"
        label={t('rated')}
        description={t('ratedHint')}
        value={prices.ratedWatts === null ? '' : String(prices.ratedWatts / 1000)}
        schema={typed(shape.ratedWatts, { read: readWatts, message: t('ratedWrong') })}
        save={(text) => save({ ratedWatts: readWatts(text) })}
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
