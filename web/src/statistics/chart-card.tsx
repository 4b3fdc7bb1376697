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
import { memo, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DownloadButton } from '#platform/ui/download-button.tsx'
import { Page } from '#platform/ui/page.tsx'
import { TimeChart } from '#platform/ui/time-chart.tsx'
import { useInTurn } from '#platform/ui/use-in-turn.ts'
import { chartQuery, exportChart } from './api.ts'
import { isMoney, sayAxis, sayColumn, sayRow, useChartWords, useFigureWords } from './chart-words.ts'
import { FiguresTable } from './figures-table.tsx'
import { HeatTable } from './heat-table.tsx'
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
  if (chart === 'hours' || chart === 'cohorts') return <HeatTable chart={chart} table={table} />
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

type ChartFrameProps = { chart: ChartName; range: ChartRange; children: (isTable: boolean) => React.ReactNode }

/** A chart's title and meaning, the way to its table, and its file. */
const Frame = ({ chart, range, children }: ChartFrameProps) => {
  const { t } = useTranslation('statistics')
  const { title, about } = useChartWords(chart)
  const [isTable, setTable] = useState(false)
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
              onClick={() => setTable(!isTable)}
            >
              {t(isTable ? 'showChart' : 'showTable')}
            </Button>
          )}
          <DownloadButton
            size="compact-sm"
            label={t('csv')}
            name={t('csvOf', { title })}
            load={() => exportChart(chart, range)}
          />
        </Group>
      </Group>
      <Stack gap="sm" mt="md">
        {children(isTable)}
      </Stack>
    </Card>
  )
}

/** The room of a card whose turn has not come. */
const Waiting = () => <div className={classes.card} />

type FigureCardProps = { chart: FigureChart; range: ChartRange; statistics: Statistics }

const DrawnFigures = memo(({ chart, range, statistics }: FigureCardProps) => {
  const table = useRecordedTable(statistics, { chart, range })
  return (
    <Frame chart={chart} range={range}>
      {(isTable) => <Content {...{ chart, range, table, isTable }} />}
    </Frame>
  )
})
DrawnFigures.displayName = 'DrawnFigures'

/** A chart of recorded figures, which the page has asked for. */
export const FigureCard = ({ chart, range, statistics }: FigureCardProps) => {
  const drawn = useInTurn(useMemo(() => ({ range, statistics }), [range, statistics]))
  return drawn ? <DrawnFigures chart={chart} {...drawn} /> : <Waiting />
}

type CountedPictureProps = { chart: CountedChart; range: ChartRange; table: ChartTable; isTable: boolean }

const CountedPicture = memo(({ chart, range, table, isTable }: CountedPictureProps) => {
  const drawn = useInTurn(useMemo(() => ({ range, table }), [range, table]))
  return drawn ? <Content {...{ chart, isTable }} {...drawn} /> : <div className={classes.waiting} />
})
CountedPicture.displayName = 'CountedPicture'

const CountedFrame = memo(({ chart, range }: { chart: CountedChart; range: ChartRange }) => {
  const query = useQuery(chartQuery(chart, range))
  return (
    <Frame chart={chart} range={range}>
      {(isTable) => (
        <Page query={query} skeleton={<div className={classes.waiting} />}>
          {(table) => (
            <div style={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}>
              <CountedPicture {...{ chart, range, table, isTable }} />
            </div>
          )}
        </Page>
      )}
    </Frame>
  )
})
CountedFrame.displayName = 'CountedFrame'

/** A chart that the portal adds up when it is asked for. */
export const CountedCard = ({ chart, range }: { chart: CountedChart; range: ChartRange }) => {
  const drawn = useInTurn(range)
  return drawn === undefined ? <Waiting /> : <CountedFrame chart={chart} range={drawn} />
}
