import { Button, Group, Text } from '@mantine/core'
import type { CurrencySum } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { ReactNode } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'
import { Empty } from '#platform/ui/page.tsx'
import type { DeskTab } from './api.ts'

/** Amounts of several currencies side by side. */
export const useSums = () => {
  const money = useMoney()
  return (sums: readonly CurrencySum[]): string =>
    sums.length === 0 ? money(0) : sums.map(({ cents, currency }) => money(cents, currency)).join(' + ')
}

/** What some amounts come to, by currency. */
export const sumUp = (amounts: readonly CurrencySum[]): CurrencySum[] => {
  const sums = new Map<string, number>()
  for (const { currency, cents } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums].map(([currency, cents]) => ({ currency, cents }))
}

type SumProps = { count: number; sums: readonly CurrencySum[]; children?: ReactNode }

/** What all that matches comes to, also what is not shown yet. */
export const SumRow = ({ count, sums, children }: SumProps) => {
  const { t } = useTranslation('billing')
  const words = useSums()
  return (
    <Group justify="space-between" gap="sm" mb={6}>
      <Text size="sm" c="dimmed" role="status">
        {t('deskSum', { count, formatted: formatNumber(count), sum: words(sums) })}
      </Text>
      {children}
    </Group>
  )
}

const emptyWords = {
  overdue: { title: 'deskNoneOverdueTitle', text: 'deskNoneOverdueText' },
  open: { title: 'deskNoneOpenTitle', text: 'deskNoneOpenText' },
  paid: { title: 'deskNonePaidTitle', text: 'deskNonePaidText' },
  settled: { title: 'deskNoneSettledTitle', text: 'deskNoneSettledText' },
} as const satisfies Record<DeskTab, { title: string; text: string }>

type DeskEmptyProps = { list: DeskTab; isFiltered: boolean; onClear: () => void }

/** What would stand here, or that nothing matches what is looked for. */
export const DeskEmpty = ({ list, isFiltered, onClear }: DeskEmptyProps) => {
  const { t } = useTranslation('billing')
  if (!isFiltered) return <Empty title={t(emptyWords[list].title)} text={t(emptyWords[list].text)} />
  return (
    <Empty
      title={t('deskNoMatchTitle')}
      text={t('deskNoMatchText')}
      action={
        <Button size="xs" variant="default" onClick={onClear}>
          {t('deskShowAll')}
        </Button>
      }
    />
  )
}
