import type { ChartTable } from '@spacekeeper/contract/statistics/shapes.ts'
import type { CSSProperties, ReactNode } from 'react'
import { formatMonth } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { sayColumn, sayRow, useChartWords, useFigureWords } from './chart-words.ts'
import classes from './statistics.module.css'

/** How strongly a cell is coloured, from 0 to 1. */
const strong = (strength: number) => ({ '--strength': `${Math.round(strength * 100)}%` }) as CSSProperties // a variable of our own

const Room = ({ label, children }: { label: string; children: ReactNode }) => (
  <div
    className={classes.heatRoom}
    role="group"
    aria-label={label}
    tabIndex={0} // oxlint-disable-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
  >
    {children}
  </div>
)

const mostOf = ({ rows }: ChartTable) =>
  Math.max(0, ...rows.flatMap(({ values }) => values.filter((value) => value !== null)))

/** Says which hour of the week has the highest figure. */
const useBusiest = (table: ChartTable, most: number): string => {
  const { t } = useTranslation('statistics')
  const write = useFigureWords('hours')
  const row = table.rows.find(({ values }) => values.includes(most))
  const column = row && table.columns[row.values.indexOf(most)]
  if (!row || column === undefined) return ''
  const hour = sayColumn(t, { chart: 'hours', column })
  return t('busiest', { weekday: sayRow('hours', row), hour, value: write(most) })
}

const Key = ({ busiest }: { busiest: string }) => {
  const { t } = useTranslation('statistics')
  return (
    <p className={classes.key}>
      <span>{busiest}</span>
      <span aria-hidden>
        {t('quiet')}
        {[0.05, 0.25, 0.5, 0.75, 1].map((strength) => (
          <i key={strength} style={strong(strength)} />
        ))}
        {t('busy')}
      </span>
    </p>
  )
}

/** Of 24 hours every third is named. */
const namedHours = 3

/**
 * Weekdays by hours. It is a picture, in which a pointer reads single hours; their figures as text are in the table that
 * is opened beside it, because a hidden text in each of its cells made it twice as slow to lay out.
 */
export const HoursPicture = ({ table }: { table: ChartTable }) => {
  const { t } = useTranslation('statistics')
  const { title } = useChartWords('hours')
  const write = useFigureWords('hours')
  const most = mostOf(table)
  const columns = table.columns.map((column) => ({ column, says: sayColumn(t, { chart: 'hours', column }) }))
  return (
    <Room label={title}>
      <table className={classes.heat} data-chart="hours" role="img" aria-label={title}>
        <thead>
          <tr>
            <td aria-hidden />
            {columns
              .filter((_, at) => at % namedHours === 0)
              .map(({ column }) => (
                <th key={column} colSpan={namedHours}>
                  {column.padStart(2, '0')}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => {
            const name = sayRow('hours', row)
            return (
              <tr key={row.key}>
                <th>{name}</th>
                {columns.map(({ column, says }, at) => {
                  const value = row.values[at] ?? null
                  const style = value === null ? undefined : strong(most === 0 ? 0 : value / most)
                  return (
                    // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a part of a picture
                    <td
                      key={column}
                      // Of hundreds of cells, so it is put together here.
                      title={`${name} ${says}: ${write(value)}`}
                      data-unknown={value === null || undefined}
                      style={style}
                    />
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
      <Key busiest={useBusiest(table, most)} />
    </Room>
  )
}

/** What became of those who joined in a month, in percent, each cell coloured by it. */
export const CohortsTable = ({ table }: { table: ChartTable }) => {
  const { t } = useTranslation('statistics')
  const { title } = useChartWords('cohorts')
  const write = useFigureWords('cohorts')
  return (
    <Room label={title}>
      <table className={classes.heat} data-chart="cohorts">
        <thead>
          <tr>
            <th scope="col">
              <span className={classes.unseen}>{t('month')}</span>
            </th>
            {table.columns.map((column) => (
              <th scope="col" key={column}>
                {column === 'size'
                  ? sayColumn(t, { chart: 'cohorts', column })
                  : t('afterShort', { count: Number(column) })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{`${formatMonth(row.key, 'short')} ${row.key.slice(0, 4)}`}</th>
              {table.columns.map((column, at) => {
                const value = row.values[at] ?? null
                const isCount = column === 'size'
                return (
                  <td
                    key={column}
                    data-unknown={(!isCount && value === null) || undefined}
                    style={isCount || value === null ? undefined : strong(value / 100)}
                  >
                    {write(value, 'full', column)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Room>
  )
}
