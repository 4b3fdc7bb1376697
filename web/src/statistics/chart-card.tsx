import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ChartTable, Statistics } from '@spacekeeper/contract/statistics/shapes.ts'
import {
  type ChartName,
  type ChartRange,
  type CountedChart,
  type FigureChart,
  leastShown,
} from '@spacekeeper/contract/statistics/words.ts'
import { IconChartLine, IconTable } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { memo, type ReactNode, startTransition, useCallback, useMemo, useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useIsKiosk } from '#platform/session/kiosk.ts'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { TimeChart } from '#platform/ui/time-chart.tsx'
import { useInTurn } from '#platform/ui/use-in-turn.ts'
import { chartQuery, exportChart } from './api.ts'
import { isMoney, sayAxis, sayColumn, sayRow, useChartWords, useFigureWords } from './chart-words.ts'
import { FiguresTable } from './figures-table.tsx'
import { CohortsTable, HoursPicture } from './heat-table.tsx'
import { MachinesTable } from './machines-table.tsx'
import { useRecordedTable } from './recorded-tables.ts'
import classes from './statistics.module.css'

type Props = { chart: ChartName; range: ChartRange; table: ChartTable }

const Lines = ({ chart, range, table }: Props) => {
  const { t } = useTranslation('statistics')
  const write = useFigureWords(chart)
  const { title } = useChartWords(chart)
  const keys = useMemo(() => table.rows.map(({ key }) => key), [table])
  const series = useMemo(
    () =>
      table.columns
        .map((column, at) => ({
          key: column,
          label: sayColumn(t, { chart, column }),
          values: table.rows.map(({ values }) => values[at] ?? null),
        }))
        .filter(({ values }) => values.some((value) => value !== null)),
    [t, chart, table],
  )
  const formatKey = useCallback(
    (key: string, style: 'axis' | 'full') => (style === 'axis' ? sayAxis(key, range) : sayRow(chart, { key })),
    [chart, range],
  )
  const kind = chart === 'joins' ? 'bars' : 'lines'
  return (
    <TimeChart label={title} {...{ keys, series, kind, formatKey }} isWhole={!isMoney(chart)} formatValue={write} />
  )
}

const Picture = ({ chart, range, table }: Props) => {
  if (chart === 'hours') return <HoursPicture table={table} />
  if (chart === 'cohorts') return <CohortsTable table={table} />
  if (chart === 'machines') return <MachinesTable table={table} />
  return <Lines chart={chart} range={range} table={table} />
}

/** Nothing is known where every figure is missing, or where no member came. */
const isBlank = ({ rows }: ChartTable) =>
  rows.every(({ values }) => values.every((value) => value === null || value === 0))

const Content = ({ chart, range, table, isTable }: Props & { isTable: boolean }) => {
  const { t } = useTranslation('statistics')
  return (
    <>
      {isBlank(table) ? (
        <Text c="dimmed" py="sm">
          {t('emptyCounted')}
        </Text>
      ) : isTable ? (
        <FiguresTable chart={chart} table={table} />
      ) : (
        <Picture chart={chart} range={range} table={table} />
      )}
      {table.isThinned ? (
        <Text size="sm" c="dimmed">
          {t('thinned', { count: leastShown })}
        </Text>
      ) : null}
    </>
  )
}

type ChartFrameProps = { chart: ChartName; range: ChartRange; children: (isTable: boolean) => ReactNode }

/** A chart's title and meaning, the way to its table, and its file. */
const Frame = ({ chart, range, children }: ChartFrameProps) => {
  const { t } = useTranslation('statistics')
  const { title, about } = useChartWords(chart)
  const [isTable, setTable] = useState(false)
  const isKiosk = useIsKiosk()
  return (
    <Card component="section" aria-label={title} className={classes.card ?? ''}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div className={classes.titles}>
          <Title order={2}>{title}</Title>
          <Text size="sm" c="dimmed">
            {about}
          </Text>
        </div>
        <Group gap={6} className={classes.tools ?? ''}>
          {chart === 'machines' ? null : (
            <Button
              variant="default"
              size="compact-sm"
              leftSection={isTable ? <IconChartLine size={16} aria-hidden /> : <IconTable size={16} aria-hidden />}
              aria-label={t(isTable ? 'showChartOf' : 'showTableOf', { title })}
              onClick={() => startTransition(() => setTable(!isTable))}
            >
              {t(isTable ? 'showChart' : 'showTable')}
            </Button>
          )}
          {isKiosk ? null : (
            <DownloadButton
              size="compact-sm"
              label={t('csv')}
              name={t('csvOf', { title })}
              load={() => exportChart(chart, range)}
            />
          )}
        </Group>
      </Group>
      <Stack gap="sm" mt="md">
        {children(isTable)}
      </Stack>
    </Card>
  )
}

/** The room of a picture whose turn has not come. */
const Waiting = () => <div className={classes.waiting} />

/** The room of a card whose turn has not come. */
export const ChartRoom = () => <div className={classes.chartRoom} />

/** A card whose frame is drawn when its turn comes; what is in it waits for turns of its own. */
const FrameInTurn = ({ chart, range, children }: ChartFrameProps) =>
  useInTurn(chart) === undefined ? (
    <ChartRoom />
  ) : (
    <Frame chart={chart} range={range}>
      {children}
    </Frame>
  )

type FigureCardProps = { chart: FigureChart; range: ChartRange; statistics: Statistics }

const RecordedContent = memo(({ chart, range, statistics, isTable }: FigureCardProps & { isTable: boolean }) => {
  const table = useRecordedTable(statistics, { chart, range })
  return <Content {...{ chart, range, table, isTable }} />
})
RecordedContent.displayName = 'RecordedContent'

const RecordedPicture = ({ range, statistics, ...rest }: FigureCardProps & { isTable: boolean }) => {
  const drawn = useInTurn(useMemo(() => ({ range, statistics }), [range, statistics]))
  return drawn ? <RecordedContent {...drawn} {...rest} /> : <Waiting />
}

/** A chart of recorded figures, which the page has asked for. */
export const FigureCard = (props: FigureCardProps) => (
  <FrameInTurn {...props}>{(isTable) => <RecordedPicture {...props} isTable={isTable} />}</FrameInTurn>
)

type CountedPictureProps = { chart: CountedChart; range: ChartRange; table: ChartTable; isTable: boolean }

const CountedPicture = memo(({ chart, range, table, isTable }: CountedPictureProps) => {
  const drawn = useInTurn(useMemo(() => ({ range, table }), [range, table]))
  return drawn ? <Content {...{ chart, isTable }} {...drawn} /> : <Waiting />
})
CountedPicture.displayName = 'CountedPicture'

type CountedCardProps = { chart: CountedChart; range: ChartRange }

const CountedContent = ({ chart, range, isTable }: CountedCardProps & { isTable: boolean }) => {
  const query = useQuery(chartQuery(chart, range))
  return (
    <Page query={query} skeleton={<Waiting />}>
      {(table) => (
        <div aria-busy={query.isPlaceholderData} style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
          <CountedPicture {...{ chart, range, table, isTable }} />
        </div>
      )}
    </Page>
  )
}

/** A chart that the portal adds up when it is asked for. */
export const CountedCard = (props: CountedCardProps) => (
  <FrameInTurn {...props}>{(isTable) => <CountedContent {...props} isTable={isTable} />}</FrameInTurn>
)
