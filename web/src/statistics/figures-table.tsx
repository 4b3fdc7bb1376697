import { Table } from '@mantine/core'
import type { ChartTable } from '@spacekeeper/contract/statistics/shapes.ts'
import type { ChartName } from '@spacekeeper/contract/statistics/words.ts'
import { useMemo } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useGrowing } from '#platform/ui/use-growing.ts'
import { sayColumn, sayRow, useChartWords, useFigureWords } from './chart-words.ts'
import classes from './statistics.module.css'

const rowHeads = { onSite: 'time', hours: 'weekday', machines: 'machine', joins: 'month', cohorts: 'month' } as const

const isKnownHead = (chart: ChartName): chart is keyof typeof rowHeads => Object.hasOwn(rowHeads, chart)

/** Days and months are read from the newest. */
const isByTime = (chart: ChartName) => chart !== 'hours' && chart !== 'machines'

/** Every figure of a chart as text. It scrolls by itself, and longer ones grow as they are read. */
export const FiguresTable = ({ chart, table }: { chart: ChartName; table: ChartTable }) => {
  const { t } = useTranslation('statistics')
  const write = useFigureWords(chart)
  const { title } = useChartWords(chart)
  const rows = useMemo(() => (isByTime(chart) ? table.rows.toReversed() : table.rows), [chart, table])
  const { count, hasMore, mark } = useGrowing(rows.length, chart)
  return (
    <div
      className={classes.scroll}
      role="group"
      aria-label={title}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    >
      <Table className={classes.figures ?? ''} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t(isKnownHead(chart) ? rowHeads[chart] : 'day')}</Table.Th>
            {table.columns.map((column) => (
              <Table.Th scope="col" key={column}>
                {sayColumn(t, { chart, column })}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, count).map((row) => (
            <tr key={row.key}>
              <th scope="row">{sayRow(chart, row)}</th>
              {table.columns.map((column, at) => (
                <td key={column}>{write(row.values[at] ?? null, 'full', column)}</td>
              ))}
            </tr>
          ))}
        </Table.Tbody>
      </Table>
      {hasMore ? <div ref={mark} className={classes.mark} aria-hidden /> : null}
    </div>
  )
}
