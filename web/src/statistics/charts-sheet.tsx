import { Text } from '@mantine/core'
import type { Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import {
  type ChartRange,
  countedCharts,
  type FigureChart,
  figureChartNames,
} from '@spacekeeper/contract/statistics/words.ts'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { hasCode } from '#platform/api/api-error.ts'
import { formatCalendarDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Empty, Page, StaleBanner } from '#platform/ui/page.tsx'
import { useInTurn } from '#platform/ui/use-in-turn.ts'
import { statisticsQuery } from './api.ts'
import { ChartRoom, CountedCard, FigureCard } from './chart-card.tsx'
import { NowList, NowRooms } from './now-list.tsx'
import classes from './statistics.module.css'

const moneyCharts: readonly FigureChart[] = ['balance', 'transactions']

const useFigureCharts = () => {
  const { enableMemberBucks } = useSite().features
  return figureChartNames.filter((chart) => enableMemberBucks || !moneyCharts.includes(chart))
}

type RecordedFiguresProps = { statistics: Statistics; range: ChartRange }

/** Everything that is recorded once an hour. */
const Recorded = memo(({ statistics, range }: RecordedFiguresProps) => {
  const { t } = useTranslation('statistics')
  const charts = useFigureCharts()
  const first = statistics.member_count_total[0]
  return (
    <>
      <NowList statistics={statistics} range={range} />
      {first ? (
        <>
          <Text size="sm" c="dimmed">
            {t('since_collected', { day: formatCalendarDay(first.date.slice(0, 10)) })}
          </Text>
          <div className={classes.charts}>
            {charts.map((chart) => (
              <FigureCard key={chart} {...{ chart, range, statistics }} />
            ))}
          </div>
        </>
      ) : (
        <Empty title={t('emptyTitle')} text={t('empty')} />
      )}
    </>
  )
})
Recorded.displayName = 'Recorded'

/** The room of what is recorded, so that what is below stays where it is. */
const RecordedRoom = () => {
  const charts = useFigureCharts()
  return (
    <>
      <div className={classes.nows}>
        <NowRooms />
      </div>
      <div className={classes.charts}>
        {charts.map((chart) => (
          <ChartRoom key={chart} />
        ))}
      </div>
    </>
  )
}

const RecordedInTurn = ({ statistics, range }: RecordedFiguresProps) => {
  const drawn = useInTurn(statistics)
  return drawn ? <Recorded statistics={drawn} range={range} /> : <RecordedRoom />
}

/** What is recorded once an hour; an answer that does not fit its schema is shown as none. */
export const RecordedSheet = memo(({ range }: { range: ChartRange }) => {
  const query = useQuery(statisticsQuery)
  if (query.data === undefined && hasCode(query.error, 'badAnswer'))
    return <StaleBanner isBusy={query.isFetching} onRetry={() => void query.refetch()} />
  return (
    <Page query={query} skeleton={<RecordedRoom />}>
      {(statistics) => <RecordedInTurn statistics={statistics} range={range} />}
    </Page>
  )
})
RecordedSheet.displayName = 'RecordedSheet'

/** What is counted anew for a period. */
export const CountedSheet = memo(({ range }: { range: ChartRange }) => {
  const { enableSiteSignIn } = useSite().features
  const charts = countedCharts.filter((chart) => enableSiteSignIn || chart !== 'onSite')
  return (
    <div className={classes.charts}>
      {charts.map((chart) => (
        <CountedCard key={chart} chart={chart} range={range} />
      ))}
    </div>
  )
})
CountedSheet.displayName = 'CountedSheet'
