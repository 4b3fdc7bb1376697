import { Card, Stack, Text, Title } from '@mantine/core'
import { CreditLimits } from '@spacekeeper/contract/vending/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { parseAmount, typedAmount } from '#platform/form/amounts.ts'
import { RequiredMarks } from '#platform/form/required-marks.tsx'
import { SavedTextField } from '#platform/form/saved-text-field.tsx'
import { typedNumber } from '#platform/form/typed-number.ts'
import { formatList } from '#platform/i18n/format.ts'
import { describeKey } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Page } from '#platform/ui/page.tsx'
import { useMoney } from '../platform/session/site.ts'
import { creditLimitsQuery, setCreditLimits } from './api.ts'

/** How much a machine may pay onto balances; staff who manage money set it. */
export const CreditLimitsCard = ({ deviceId }: { deviceId: number }) => {
  const { t } = useTranslation('vending')
  const query = useQuery(creditLimitsQuery(deviceId))
  return (
    <Card component="section" aria-labelledby="credits">
      <Title order={2} id="credits">
        {t('creditsTitle')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('creditsHint')}
      </Text>
      <RequiredMarks />
      <Page query={query}>
        {({ canChange, keepers, ...limits }) => (
          <Stack gap="md">
            {canChange ? <Fields deviceId={deviceId} limits={limits} /> : <Facts limits={limits} />}
            {keepers.length > 0 ? (
              <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {t('creditsKeepers', { names: formatList(keepers) })}
              </Text>
            ) : null}
          </Stack>
        )}
      </Page>
    </Card>
  )
}

const Facts = ({ limits }: { limits: CreditLimits }) => {
  const { t } = useTranslation('vending')
  const money = useMoney()
  const { maxCreditCents, maxDailyCreditCents } = limits
  const facts =
    maxCreditCents === null
      ? [t('creditsOff')]
      : [
          t('creditsUpTo', { amount: money(maxCreditCents) }),
          ...(maxDailyCreditCents === null ? [] : [t('creditsDaily', { amount: money(maxDailyCreditCents) })]),
        ]
  return <Text size="sm">{[...facts, t('creditsForMoney')].join(' ')}</Text>
}

type Field = keyof CreditLimits
const fields = ['maxCreditCents', 'maxDailyCreditCents'] as const satisfies Field[]
const words = {
  maxCreditCents: { label: 'maxCredit', hint: 'maxCreditHint' },
  maxDailyCreditCents: { label: 'maxDailyCredit', hint: 'maxDailyCreditHint' },
} as const satisfies Record<Field, object>

const { shape } = CreditLimits
const limit = { read: parseAmount, words: () => describeKey('vending:limitWrong'), empty: null }
/** The limits as they are typed. */
const typed = {
  maxCreditCents: typedNumber(shape.maxCreditCents, limit),
  maxDailyCreditCents: typedNumber(shape.maxDailyCreditCents, limit),
}

const Fields = ({ deviceId, limits }: { deviceId: number; limits: CreditLimits }) => {
  const { t } = useTranslation('vending')
  return (
    <Stack gap="md">
      {fields.map((name) => {
        const { label, hint } = words[name]
        const cents = limits[name]
        return (
          <SavedTextField
            key={name}
            name={name}
            label={t(label)}
            description={t(hint)}
            value={cents === null ? '' : typedAmount(cents)}
            schema={typed[name]}
            save={(text) => setCreditLimits({ deviceId, [name]: typed[name].parse(text) })}
          />
        )
      })}
    </Stack>
  )
}
