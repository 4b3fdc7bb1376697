import type { ChartTable } from '@spacekeeper/contract/statistics/shapes.ts'
import type { ChartName } from '@spacekeeper/contract/statistics/words.ts'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMonth } from '#platform/i18n/format.ts'
import { sayColumn, sayRow, useChartWords, useFigureWords } from './chart-words.ts'
import classes from './statistics.module.css'

type Props = { chart: Extract<ChartName, 'hours' | 'cohorts'>; table: ChartTable }

/** How strongly a cell is coloured, from 0 to 1. Percent are what they are, counts are seen beside the highest. */
const strengthOf = (value: number, { chart, most }: { chart: Props['chart']; most: number }) =>
  chart === 'cohorts' ? value / 100 : most === 0 ? 0 : value / most

/** Of 24 hours every third is named. */
const isNamed = (chart: Props['chart'], at: number) => chart === 'cohorts' || at % 3 === 0

const strong = (strength: number) => ({ '--strength': `${Math.round(strength * 100)}%` }) as CSSProperties // a variable of our own

type HeatCellProps = { value: number | null; chart: Props['chart']; most: number; written: string; label: string }

const Cell = ({ value, chart, most, written, label }: HeatCellProps) => {
  const strength = value === null ? null : strengthOf(value, { chart, most })
  const style = strength === null ? undefined : strong(strength)
  return (
    <td title={label} data-unknown={value === null || undefined} style={style}>
      <span className={chart === 'hours' ? classes.unseen : undefined}>{written}</span>
    </td>
  )
}

/** A table whose cells are coloured by their figure: weekdays by hours, or months by what became of those who joined. */
export const HeatTable = ({ chart, table }: Props) => {
  const { t } = useTranslation('statistics')
  const { title } = useChartWords(chart)
  const write = useFigureWords(chart)
  const most = Math.max(0, ...table.rows.flatMap(({ values }) => values.filter((value) => value !== null)))
  const columns = table.columns.map((column) => ({ column, says: sayColumn(t, { chart, column }) }))
  return (
    <div
      className={classes.heatRoom}
      role="group"
      aria-label={title}
      tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    >
      <table className={classes.heat} data-chart={chart}>
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.unseen}>{t(chart === 'hours' ? 'weekday' : 'month')}</span>
            </th>
            {columns.map(({ column, says }, at) => (
              <th scope="col" key={column}>
                <span className={isNamed(chart, at) ? undefined : classes.unseen}>
                  {chart === 'hours'
                    ? column.padStart(2, '0')
                    : column === 'size'
                      ? says
                      : t('afterShort', { count: Number(column) })}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => {
            const name = sayRow(chart, row)
            return (
              <tr key={row.key}>
                <th scope="row">
                  {chart === 'hours' ? name : `${formatMonth(row.key, 'short')} ${row.key.slice(0, 4)}`}
                </th>
                {columns.map(({ column, says }, at) => {
                  const value = row.values[at] ?? null
                  const written = write(value, 'full', column)
                  return column === 'size' ? (
                    <td key={column} data-plain>
                      {written}
                    </td>
                  ) : (
                    <Cell
                      key={column}
                      {...{ value, chart, most, written }}
                      // Of hundreds of cells, so it is put together here.
                      label={`${name} ${says}: ${written}`}
                    />
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      {chart === 'hours' ? (
        <p className={classes.key} aria-hidden>
          {t('quiet')}
          {[0.05, 0.25, 0.5, 0.75, 1].map((strength) => (
            <i key={strength} style={strong(strength)} />
          ))}
          {t('busy')}
        </p>
      ) : null}
    </div>
  )
}
