import { Card, Text } from '@mantine/core'
import { tableOfSeries } from '@spacekeeper/contract/statistics/chart-table.ts'
import type { ChartTable, Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import { type ChartRange, type FigureChart, figureCharts } from '@spacekeeper/contract/statistics/words.ts'
import { formatCalendarDay, formatNumber } from '#platform/i18n/format.ts'
import { useText } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useMoney, useSite } from '#platform/session/site.ts'
import { useRecordedTable } from './recorded-tables.ts'
import classes from './statistics.module.css'

/** The last figure of a chart, whose other days are not looked at. */
const newest = (statistics: Statistics, { chart, column }: { chart: FigureChart; column: string }): number | null => {
  const last = { ...statistics, [figureCharts[chart]]: statistics[figureCharts[chart]].slice(-1) }
  const { columns, rows } = tableOfSeries(last, chart)
  return rows.at(-1)?.values[columns.indexOf(column)] ?? null
}

type FigureProps = {
  label: string
  value: string | null
  hint: string
  /** What is said where there is no value. */ missing?: string
}

const Figure = ({ label, value, hint, missing = '' }: FigureProps) => {
  const { t } = useTranslation('statistics')
  return (
    <Card component="li" className={classes.now ?? ''}>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <span className={classes.big}>{value ?? t('noFigure')}</span>
      <Text size="sm" c="dimmed">
        {value === null ? missing : hint}
      </Text>
    </Card>
  )
}

/** How much more or less there is than on the first day that is shown. */
const useChange = () => {
  const { t } = useTranslation('statistics')
  return ({ columns, rows }: ChartTable, column: string): string => {
    const at = columns.indexOf(column)
    const known = rows.filter(({ values }) => (values[at] ?? null) !== null)
    const [first, last] = [known[0], known.at(-1)]
    if (!first || !last || first === last) return ''
    const change = (last.values[at] ?? 0) - (first.values[at] ?? 0)
    const day = formatCalendarDay(first.key)
    if (change === 0) return t('unchanged', { day })
    return t('since', { change: `${change > 0 ? '+' : '−'}${formatNumber(Math.abs(change))}`, day })
  }
}

/** The room of what is true now. */
export const NowRooms = () => {
  const { enableMemberBucks, enableSiteSignIn } = useSite().features
  const rooms = [true, true, enableSiteSignIn, enableMemberBucks].filter(Boolean)
  return rooms.map((_, at) => <div key={at} className={classes.nowRoom} />)
}

type Props = { statistics: Statistics; range: ChartRange }

/** What is true now, each with the one comparison that gives it sense. */
export const NowList = ({ statistics, range }: Props) => {
  const members = useRecordedTable(statistics, { chart: 'members', range })
  const { t } = useTranslation('statistics')
  const { enableMemberBucks, enableSiteSignIn } = useSite().features
  const money = useMoney()
  const sayKey = useText()
  const sayChange = useChange()
  const hasFigures = statistics.member_count_total.length > 0
  const missing = t(hasFigures ? 'few' : 'noFigures')
  const say = (value: number | null) => (value === null ? null : formatNumber(value))
  const active = newest(statistics, { chart: 'members', column: 'active' })
  const [paying, cancelling] = ['active', 'cancelling'].map((column) =>
    newest(statistics, { chart: 'subscriptions', column }),
  )
  const held = newest(statistics, { chart: 'balance', column: 'value' })
  return (
    <ul className={classes.nows} aria-label={t('nowTitle')}>
      {enableSiteSignIn ? (
        <Figure label={t('onSite')} value={formatNumber(statistics.on_site.count)} hint={t('onSiteHint')} />
      ) : null}
      <Figure label={t('activeMembers')} value={say(active)} hint={sayChange(members, 'active')} missing={missing} />
      <Figure
        label={t('paying')}
        value={say((paying ?? null) === null ? null : (paying ?? 0) + (cancelling ?? 0))}
        hint={cancelling ? t('payingHint', { count: cancelling }) : ''}
        missing={missing}
      />
      {enableMemberBucks ? (
        <Figure
          label={sayKey('statistics:held')}
          value={held === null ? null : money(Math.round(held * 100))}
          hint={t('heldHint')}
          missing={missing}
        />
      ) : null}
    </ul>
  )
}
