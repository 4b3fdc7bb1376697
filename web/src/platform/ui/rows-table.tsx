import { Card, Table } from '@mantine/core'
import { shallowEqual } from '@mantine/hooks'
import {
  type Cell,
  type ColumnHelper,
  createColumnHelper,
  metaHelper,
  type Row,
  type RowData,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { memo, type ReactNode, useMemo } from 'react'
import { useGrowing } from './use-growing.ts'
import { useIsPhone } from './use-is-phone.ts'
import classes from './rows-table.module.css'

type RowsColumnMeta = {
  /** Cuts what is too long; the column's value is the whole text, shown on hover. */
  isCut?: boolean
  /** A column of moments; the sorted one has the newest first. */
  moment?: 'sorted' | 'plain'
  /** Where the cell stands on a phone: left and right, above and below. Other columns are left out there. */
  phone?: 'who' | 'where' | 'what' | 'when'
}

const features = tableFeatures({ columnMeta: metaHelper<RowsColumnMeta>() })

/** Makes the columns of a table of such rows. */
export const rowsColumns = <T extends RowData>() => createColumnHelper<typeof features, T>()

type Props<T extends RowData> = {
  rows: readonly T[]
  keyOf: (row: T) => string | number
  /** What the list is called where it has no heads. */
  label: string
  /** Every row is drawn anew when these are others, so they are made once. */
  columns: ReturnType<ColumnHelper<typeof features, T>['columns']>
  /** Tinted for a moment. */
  isFresh?: (row: T) => boolean
  /** Starts the list anew when it changes. */
  filter: string
}

/** Rows to read: a table, or a list on a phone; a hundred rows more whenever the end comes near. */
export const RowsTable = <T extends RowData>({ rows, keyOf, label, columns, isFresh, filter }: Props<T>) => {
  const isPhone = useIsPhone()
  const { count, hasMore, mark } = useGrowing(rows.length, filter)
  const data = useMemo(() => rows.slice(0, count), [rows, count])
  const table = useTable({ features, columns, data, getRowId: (row) => String(keyOf(row)) })
  const shown = { rows: table.getRowModel().rows, columns, isFresh }
  if (isPhone) {
    const end = hasMore ? <li ref={mark} className={classes.mark} aria-hidden /> : null
    return <PhoneRows {...shown} label={label} end={end} />
  }
  const heads = table.getAllLeafColumns().map(({ id, columnDef: { header, meta } }) => (
    <Table.Th
      key={id}
      className={meta?.moment && classes.when}
      {...(meta?.moment === 'sorted' && { 'aria-sort': 'descending' })}
    >
      {typeof header === 'string' ? header : null}
    </Table.Th>
  ))
  const end = hasMore ? <div ref={mark} className={classes.mark} aria-hidden /> : null
  return <WideRows {...shown} heads={heads} end={end} />
}

/** Calls what draws a cell. As a component of its own it would be mounted anew whenever the columns are. */
const draw = <T extends RowData>(cell: Cell<typeof features, T>): ReactNode => {
  const { cell: template } = cell.column.columnDef
  return typeof template === 'function' ? template(cell.getContext()) : template
}

type OnceProps = { of: readonly unknown[]; content: () => ReactNode }

/** A row, drawn anew only when what it is of changes: more rows and news draw no others. */
const Once = memo(
  ({ content }: OnceProps) => content(),
  (one, other) => shallowEqual(one.of, other.of),
)
Once.displayName = 'Once'

type ShownProps<T extends RowData> = {
  rows: readonly Row<typeof features, T>[]
  columns: Props<T>['columns']
  isFresh: Props<T>['isFresh']
  end: ReactNode
}

const PhoneRows = <T extends RowData>({ rows, columns, isFresh, label, end }: ShownProps<T> & { label: string }) => {
  const drawRow = (row: Row<typeof features, T>, isNew: boolean) => {
    const cells = row.getAllCells()
    const cellAt = (slot: RowsColumnMeta['phone']) => {
      const cell = cells.find(({ column }) => column.columnDef.meta?.phone === slot)
      return cell && draw(cell)
    }
    const [what, when] = [cellAt('what'), cellAt('when')]
    return (
      <li className={classes.phoneRow} data-fresh={isNew || undefined}>
        <span className={classes.who}>{cellAt('who')}</span>
        <span className={classes.where}>{cellAt('where')}</span>
        {what ? <span className={classes.dim}>{what}</span> : null}
        {when ? <span className={classes.phoneWhen}>{when}</span> : null}
      </li>
    )
  }
  return (
    <Card component="ul" padding={0} className={classes.list ?? ''} aria-label={label}>
      {rows.map((row) => {
        const isNew = isFresh?.(row.original) ?? false
        return <Once key={row.id} of={[row.original, columns, isNew]} content={() => drawRow(row, isNew)} />
      })}
      {end}
    </Card>
  )
}

const WideRows = <T extends RowData>({ rows, columns, heads, isFresh, end }: ShownProps<T> & { heads: ReactNode }) => {
  const drawRow = (row: Row<typeof features, T>, isNew: boolean) => (
    <tr className={classes.row} data-fresh={isNew || undefined}>
      {row.getAllCells().map((cell) => {
        const { moment, isCut } = cell.column.columnDef.meta ?? {}
        const value: unknown = cell.getValue()
        return (
          <td
            key={cell.id}
            className={moment ? classes.when : isCut ? classes.cut : undefined}
            title={isCut && typeof value === 'string' ? value : undefined}
          >
            {draw(cell)}
          </td>
        )
      })}
    </tr>
  )
  return (
    <Card padding={0} className={classes.card ?? ''}>
      <Table stickyHeader stickyHeaderOffset={64} className={classes.table ?? ''}>
        <Table.Thead>
          <Table.Tr>{heads}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const isNew = isFresh?.(row.original) ?? false
            return <Once key={row.id} of={[row.original, columns, isNew]} content={() => drawRow(row, isNew)} />
          })}
        </Table.Tbody>
      </Table>
      {end}
    </Card>
  )
}
