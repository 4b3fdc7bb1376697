import { Card, Table, Checkbox } from '@mantine/core'
import { columnLabels } from '@spacekeeper/contract/members/columns.ts'
import type { MemberListColumn } from '@spacekeeper/contract/members/shapes.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, memo, type ReactNode, useCallback, useRef } from 'react'
import { formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { ComingRow, MemberRow, tableColumns } from './member-row.tsx'
import { useRowKeys } from './row-keys.ts'
import { rowPx, useVirtualRows, useWindows } from './rows.ts'
import type { MemberSearch } from './search.ts'
import type { Selecting } from './selection.ts'
import classes from './member-table.module.css'

const tickWidth = 48

type HeadProps = {
  search: MemberSearch
  columns: readonly MemberListColumn[]
  total: number
  selecting: Selecting
  onSort: (search: MemberSearch) => void
}

type Props = HeadProps & {
  isStale: boolean
  /** What stands below the table; it is told which rows are in sight. */
  foot: (position: string) => ReactNode
}

/** The list as a table of its own height: only the rows in sight are drawn, and the arrow keys walk through all. */
export const MemberTable = ({ search, columns, total, selecting, isStale, onSort, foot }: Props) => {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const open = useCallback(
    (id: number) => void navigate({ to: '/manage/members/$memberId', params: { memberId: String(id) } }),
    [navigate],
  )
  const body = useRef<HTMLTableSectionElement>(null)
  const { scroller, items, inSight, show } = useVirtualRows(total, JSON.stringify(search))
  const keys = useRowKeys({ body, total, show })
  // The row with the focus stays drawn, however far away it is scrolled.
  const { focused } = keys
  const drawn =
    focused === null || focused >= total || items.includes(focused)
      ? items
      : [...items, focused].toSorted((a, b) => a - b)
  const rowAt = useWindows(search, { ...inSight, also: focused })
  const current = drawn.includes(keys.current) ? keys.current : drawn[0]
  const span = columns.length + 1
  const width = columns.reduce((sum, column) => sum + tableColumns[column].width, tickWidth)
  return (
    <>
      <Card className={classes.card ?? ''} style={{ opacity: isStale ? 0.6 : 1 }}>
        <div ref={scroller} className={classes.scroller}>
          <Table
            verticalSpacing={0}
            className={classes.table ?? ''}
            miw={width}
            aria-label={t('table')}
            aria-rowcount={total + 1}
          >
            <Heads search={search} columns={columns} total={total} selecting={selecting} onSort={onSort} />
            <Table.Tbody ref={body} onKeyDown={keys.onKeyDown} onFocus={keys.onFocus} onBlur={keys.onBlur}>
              {drawn.map((index, at) => {
                const member = rowAt(index)
                return (
                  <Fragment key={index}>
                    <Space rows={index - (drawn[at - 1] ?? -1) - 1} span={span} />
                    {member ? (
                      <MemberRow
                        member={member}
                        index={index}
                        columns={columns}
                        isSelected={selecting.has(member.id)}
                        isCurrent={current === index}
                        onToggle={selecting.toggle}
                        onOpen={open}
                      />
                    ) : (
                      <ComingRow index={index} span={span} />
                    )}
                  </Fragment>
                )
              })}
              <Space rows={total - 1 - (drawn.at(-1) ?? total - 1)} span={span} />
            </Table.Tbody>
          </Table>
        </div>
      </Card>
      {foot(t('rows', { from: formatNumber(inSight.from + 1), to: formatNumber(inSight.to + 1) }))}
    </>
  )
}

/** Stands for the rows that are not drawn. */
const Space = ({ rows, span }: { rows: number; span: number }) =>
  rows > 0 ? (
    <Table.Tr aria-hidden className={classes.space ?? ''}>
      <Table.Td colSpan={span} h={rows * rowPx} />
    </Table.Tr>
  ) : null

/** Scrolling changes nothing in them. */
const Heads = memo(({ search, columns, total, selecting, onSort }: HeadProps) => {
  const { t } = useTranslation('members')
  return (
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
  )
})
Heads.displayName = 'Heads'

const Head = ({ column, search, onSort }: Pick<HeadProps, 'search' | 'onSort'> & { column: MemberListColumn }) => {
  const { t } = useTranslation('members')
  const isSorted = column === (search.sort ?? 'name')
  const isDescending = isSorted && search.order === 'desc'
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  const word = columnLabels[column]
  return (
    <Table.Th
      w={column === 'name' ? undefined : tableColumns[column].width}
      data-numeric={tableColumns[column].isNumeric}
      {...(isSorted && { 'aria-sort': isDescending ? 'descending' : 'ascending' })}
    >
      <button
        type="button"
        className={classes.sort}
        onClick={() => onSort({ ...search, sort: column, order: isSorted && !isDescending ? 'desc' : 'asc' })}
        title={t('sortColumn', { column: word })}
      >
        {word}
        {isSorted ? <Arrow size={14} aria-hidden /> : null}
      </button>
    </Table.Th>
  )
}
