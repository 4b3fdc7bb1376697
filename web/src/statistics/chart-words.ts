import { chartRanges, type ChartName, type ChartRange } from '@spacekeeper/contract/statistics/words.ts'
import { useCallback } from 'react'
import { formatCalendarDay, formatMonth, formatNumber, formatWeekday } from '#platform/i18n/format.ts'
import { useText } from '#platform/i18n/use-text.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney } from '#platform/session/site.ts'

type ChartTexts = Translate<'statistics'>

/** ChartTexts that may be asked for by any text. */
const words = <const W extends string>(known: Record<string, W>): Partial<Record<string, W>> => known

const stateWords = words({
  active: 'state_active',
  noob: 'state_noob',
  inactive: 'state_inactive',
  accountonly: 'state_accountonly',
})

const planWords = words({ active: 'plan_active', cancelling: 'plan_cancelling', inactive: 'plan_inactive' })

const otherWords = words({
  stripe: 'type_stripe',
  other: 'type_other',
  interlock: 'type_interlock',
  card: 'type_card',
  web: 'type_web',
  value: 'balance',
  people: 'people',
  hours: 'hours',
  uses: 'uses',
  members: 'members',
  joined: 'joined',
  left: 'left',
  size: 'size',
})

/** What a column of a chart is called. */
export const sayColumn = (t: ChartTexts, { chart, column }: { chart: ChartName; column: string }): string => {
  if (chart === 'hours') return `${column.padStart(2, '0')}:00`
  if (chart === 'cohorts' && column !== 'size') return t('after', { count: Number(column) })
  const known = (chart === 'subscriptions' ? planWords : stateWords)[column] ?? otherWords[column]
  return known === undefined ? column : t(known)
}

/** What a row of a chart is called. */
export const sayRow = (chart: ChartName, { key, name }: { key: string; name?: string | undefined }): string => {
  if (name !== undefined) return name
  if (chart === 'hours') return formatWeekday(Number(key))
  const [day = '', hour] = key.split('T')
  if (hour !== undefined) return `${formatCalendarDay(day)}, ${hour}:00`
  return key.length === 7 ? formatMonth(key) : formatCalendarDay(key)
}

/** The short words below an axis: days while there are few of them, then months, then months of years. */
export const sayAxis = (key: string, range: ChartRange): string => {
  if (range === 'month' && key.length > 7) return `${Number(key.slice(8, 10))} ${formatMonth(key.slice(0, 7), 'short')}`
  const month = formatMonth(key.slice(0, 7), 'short')
  return chartRanges[range] === null ? `${month} ${key.slice(2, 4)}` : month
}

const moneyCharts: readonly ChartName[] = ['balance', 'transactions']

export const isMoney = (chart: ChartName): boolean => moneyCharts.includes(chart)

/** How figures of a chart are written; those that are not there have a dash. */
export const useFigureWords = (chart: ChartName) => {
  const { t } = useTranslation('statistics')
  const money = useMoney()
  return useCallback(
    (value: number | null, style: 'axis' | 'full' = 'full', column = ''): string => {
      if (value === null) return t('noFigure')
      if (isMoney(chart)) {
        const written = money(Math.round(value * 100))
        return style === 'axis' ? written.replace(/[.,]00(?!\d)/, '') : written
      }
      if (chart === 'cohorts' && column !== 'size') return t('percent', { value: formatNumber(value) })
      if (chart === 'machines' && column === 'hours') return t('hoursOf', { value: formatNumber(value) })
      return formatNumber(value)
    },
    [chart, money, t],
  )
}

/** What a chart is called, and what it means. */
export const useChartWords = (chart: ChartName): { title: string; about: string } => {
  const say = useText()
  return { title: say(`statistics:chart_${chart}`), about: say(`statistics:about_${chart}`) }
}
