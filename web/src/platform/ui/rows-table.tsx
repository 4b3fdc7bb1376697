import type { ReactNode } from 'react'
import { Card, Table } from '@mantine/core'
import classes from './rows-table.module.css'
import { useGrowing } from './use-growing.ts'
import { useIsPhone } from './use-is-phone.ts'

type Column<T> = {
  head: string
  cell: (row: T) => ReactNode
  /** The whole text, for a column that cuts what is too long. */
  title?: (row: T) => string
  /** A column of moments; the sorted one has the newest first. */
  moment?: 'sorted' | 'plain'
}

type Props<T> = {
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** What the list is called where it has no heads. */
  label: string
  columns: readonly Column<T>[]
  /** The row on a phone: what stands left and right, above and below. */
  phone: (row: T) => { who: ReactNode; where?: ReactNode; what?: ReactNode; when?: ReactNode }
  /** Tinted for a moment. */
  isFresh?: (row: T) => boolean
  /** Starts the list anew when it changes. */
  filter: string
}

/** Rows to read: a table, or a list on a phone; a hundred rows more whenever the end comes near. */
export const RowsTable = <T,>(props: Props<T>) => {
  const isPhone = useIsPhone()
  const { count, hasMore, mark } = useGrowing(props.rows.length, props.filter)
  const shown = { ...props, rows: props.rows.slice(0, count) }
  if (isPhone)
    return <PhoneRows {...shown} end={hasMore ? <li ref={mark} className={classes.mark} aria-hidden /> : null} />
  return <WideRows {...shown} end={hasMore ? <div ref={mark} className={classes.mark} aria-hidden /> : null} />
}

type ShownProps<T> = Props<T> & { end: ReactNode }

const PhoneRows = <T,>({ rows, keyOf, label, phone, isFresh, end }: ShownProps<T>) => (
  <Card component="ul" padding={0} className={classes.list ?? ''} aria-label={label}>
    {rows.map((row) => {
      const { who, where, what, when } = phone(row)
      return (
        <li key={keyOf(row)} className={classes.phoneRow} data-fresh={isFresh?.(row) || undefined}>
          <span className={classes.who}>{who}</span>
          <span className={classes.where}>{where}</span>
          {what ? <span className={classes.dim}>{what}</span> : null}
          {when ? <span className={classes.phoneWhen}>{when}</span> : null}
        </li>
      )
    })}
    {end}
  </Card>
)

const WideRows = <T,>({ rows, keyOf, columns, isFresh, end }: ShownProps<T>) => (
  <Card padding={0} className={classes.card ?? ''}>
    <Table stickyHeader stickyHeaderOffset={64} highlightOnHover className={classes.table ?? ''}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ head, moment }) => (
            <Table.Th
              key={head}
              className={moment && classes.when}
              {...(moment === 'sorted' && { 'aria-sort': 'descending' })}
            >
              {head}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)} className={classes.row ?? ''} data-fresh={isFresh?.(row) || undefined}>
            {columns.map(({ head, cell, title, moment }) => (
              <Table.Td key={head} className={moment ? classes.when : title && classes.cut} title={title?.(row)}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    {end}
  </Card>
)
