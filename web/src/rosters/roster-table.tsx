import { useRef } from 'react'
import { Card, Checkbox, Table } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RosterColumn, RosterRow as Row } from '@spacekeeper/contract/rosters.ts'
import type { RosterSearch } from './read-search.ts'
import { RosterRow } from './roster-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import type { Selecting } from './use-selection.ts'
import type { VirtualRows } from './use-virtual-rows.ts'
import classes from './roster-table.module.css'

const widths: Record<Exclude<RosterColumn, 'name'>, number> = {
  screenName: 140,
  standing: 132,
  subscription: 150,
  card: 130,
  doors: 96,
  lastSeen: 130,
  email: 240,
  phone: 150,
  plate: 130,
  firstJoined: 150,
  registered: 150,
}
const nameWidth = 240
const tickWidth = 48
const widthOf = (column: RosterColumn) => (column === 'name' ? nameWidth : widths[column])

type Props = {
  search: RosterSearch
  columns: readonly RosterColumn[]
  total: number
  rows: VirtualRows
  rowAt: (index: number) => Row | undefined
  selecting: Selecting
  isStale: boolean
  onSort: (search: RosterSearch) => void
}

/** The list as a table of its own height: only the rows in sight are drawn, and the arrow keys walk through all. */
export const RosterTable = ({ search, columns, total, rows, rowAt, selecting, isStale, onSort }: Props) => {
  const { t } = useTranslation('rosters')
  const body = useRef<HTMLTableSectionElement>(null)
  const select = (index: number) => {
    const row = rowAt(index)
    if (row) selecting.toggle(row.id)
  }
  const { scroller, items, before, after, show } = rows
  const keys = useRowKeys({ body, total, show, select })
  return (
    <Card className={classes.card ?? ''} style={{ opacity: isStale ? 0.6 : 1 }}>
      <div ref={scroller} className={classes.scroller}>
        <Table
          highlightOnHover
          verticalSpacing={0}
          className={classes.table ?? ''}
          miw={columns.reduce((sum, column) => sum + widthOf(column), tickWidth)}
          aria-label={t('table')}
          aria-rowcount={total + 1}
        >
          <Table.Thead>
            <Table.Tr aria-rowindex={1}>
              <Table.Th w={tickWidth} className={classes.tick}>
                <Checkbox
                  aria-label={t('selectAllRows')}
                  checked={selecting.isAll && total > 0}
                  indeterminate={selecting.count > 0 && !selecting.isAll}
                  onChange={() => (selecting.isAll ? selecting.clear() : selecting.selectAll())}
                />
              </Table.Th>
              {columns.map((column) => (
                <Head key={column} column={column} search={search} onSort={onSort} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
            <Space height={before} span={columns.length + 1} />
            {items.map((index) => (
              <RosterRow
                key={index}
                row={rowAt(index)}
                index={index}
                columns={columns}
                isSelected={selecting.has(rowAt(index)?.id ?? 0) && rowAt(index) !== undefined}
                isCurrent={keys.current === index || (!items.includes(keys.current) && index === items[0])}
                onToggle={selecting.toggle}
              />
            ))}
            <Space height={after} span={columns.length + 1} />
          </Table.Tbody>
        </Table>
      </div>
    </Card>
  )
}

/** Stands for the rows that are not drawn. */
const Space = ({ height, span }: { height: number; span: number }) =>
  height > 0 ? (
    <Table.Tr aria-hidden className={classes.space ?? ''}>
      <Table.Td colSpan={span} h={height} />
    </Table.Tr>
  ) : null

type HeadProps = { column: RosterColumn; search: RosterSearch; onSort: (search: RosterSearch) => void }

const Head = ({ column, search, onSort }: HeadProps) => {
  const { t } = useTranslation('rosters')
  const isSorted = (search.sort ?? 'name') === column
  const isDescending = search.order === 'desc'
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  const sort = () => onSort({ ...search, sort: column, order: isSorted && !isDescending ? 'desc' : 'asc' })
  return (
    <Table.Th
      w={column === 'name' ? undefined : widths[column]}
      data-numeric={column === 'doors' || undefined}
      {...(isSorted && { 'aria-sort': isDescending ? 'descending' : 'ascending' })}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={sort}
        title={t('sortColumn', { column: t(`column_${column}`) })}
      >
        {t(`column_${column}`)}
        {isSorted ? <Arrow size={14} aria-hidden /> : null}
      </button>
    </Table.Th>
  )
}
