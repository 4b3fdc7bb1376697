import { Card, Table, Checkbox } from '@mantine/core'
import { columnLabels, memberListColumns } from '@spacekeeper/contract/members/columns.ts'
import type { MemberListColumn, MemberListRow } from '@spacekeeper/contract/members/shapes.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type Column, functionalUpdate, type SortingState, useTable } from '@tanstack/react-table'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ComingRow, memberColumns, memberFeatures, MemberRow } from './member-row.tsx'
import { useRowKeys } from './row-keys.ts'
import type { VirtualRows } from './rows.ts'
import type { MemberSearch } from './search.ts'
import type { Selecting } from './selection.ts'
import classes from './member-table.module.css'

const tickWidth = 48

const columnNamed = (id: string | undefined) => memberListColumns.find((name) => name === id)

type Props = {
  search: MemberSearch
  columns: readonly MemberListColumn[]
  total: number
  rows: VirtualRows
  rowAt: (index: number) => MemberListRow | undefined
  selecting: Selecting
  isStale: boolean
  onSort: (search: MemberSearch) => void
}

type TableOptions = Pick<Props, 'search' | 'columns' | 'onSort'> & {
  members: MemberListRow[]
  currentId: number | undefined
}

/** The table of the members in sight. The address says their order, which the server makes. */
const useMemberTable = ({ search, columns, members, currentId, onSort }: TableOptions) => {
  const sorting = [{ id: search.sort ?? 'name', desc: search.order === 'desc' }]
  return useTable({
    features: memberFeatures,
    columns: memberColumns,
    data: members,
    getRowId: ({ id }) => String(id),
    state: {
      sorting,
      columnVisibility: Object.fromEntries(memberListColumns.map((name) => [name, columns.includes(name)])),
    },
    manualSorting: true,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    onSortingChange: (change) => {
      const [first]: SortingState = functionalUpdate(change, sorting)
      onSort({ ...search, sort: columnNamed(first?.id), order: first?.desc ? 'desc' : 'asc' })
    },
    meta: { currentId },
  })
}

/** The list as a table of its own height: only the rows in sight are drawn, and the arrow keys walk through all. */
export const MemberTable = ({ search, columns, total, rows, rowAt, selecting, isStale, onSort }: Props) => {
  const { t } = useTranslation('members')
  const body = useRef<HTMLTableSectionElement>(null)
  const select = (index: number) => {
    const row = rowAt(index)
    if (row) selecting.toggle(row.id)
  }
  const { scroller, items, before, after, show } = rows
  const keys = useRowKeys({ body, total, show, select })
  const current = items.includes(keys.current) ? keys.current : items[0]
  const table = useMemberTable({
    search,
    columns,
    members: items.flatMap((index) => rowAt(index) ?? []),
    currentId: current === undefined ? undefined : rowAt(current)?.id,
    onSort,
  })
  const span = columns.length + 1
  return (
    <Card className={classes.card ?? ''} style={{ opacity: isStale ? 0.6 : 1 }}>
      <div ref={scroller} className={classes.scroller}>
        <Table
          highlightOnHover
          verticalSpacing={0}
          className={classes.table ?? ''}
          miw={table.getTotalSize() + tickWidth}
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
              {table.getVisibleLeafColumns().map((column) => (
                <Head key={column.id} column={column} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
            <Space height={before} span={span} />
            {items.map((index) => {
              const member = rowAt(index)
              if (!member) return <ComingRow key={index} index={index} span={span} />
              return (
                <MemberRow
                  key={index}
                  row={table.getRow(String(member.id))}
                  index={index}
                  isSelected={selecting.has(member.id)}
                  isCurrent={current === index}
                  onToggle={selecting.toggle}
                />
              )
            })}
            <Space height={after} span={span} />
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

const Head = ({ column }: { column: Column<typeof memberFeatures, MemberListRow> }) => {
  const { t } = useTranslation('members')
  const name = columnNamed(column.id)
  if (!name) return null
  const order = column.getIsSorted()
  const Arrow = order === 'desc' ? IconArrowDown : IconArrowUp
  const word = columnLabels[name]
  return (
    <Table.Th
      w={name === 'name' ? undefined : column.getSize()}
      data-numeric={column.columnDef.meta?.isNumeric}
      {...(order && { 'aria-sort': order === 'desc' ? 'descending' : 'ascending' })}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => column.toggleSorting()}
        title={t('sortColumn', { column: word })}
      >
        {word}
        {order ? <Arrow size={14} aria-hidden /> : null}
      </button>
    </Table.Th>
  )
}
