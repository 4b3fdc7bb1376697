import { Table } from '@mantine/core'
import type { UsageSearch, Usage } from '@spacekeeper/contract/monitoring/shapes.ts'
import { IconArrowUp, IconArrowDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatMoney, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSite } from '#platform/session/site.ts'
import { Moment } from '#platform/ui/moment.tsx'
import classes from './usage-table.module.css'

type Sort = UsageSearch['sort']

const columns = {
  door: ['name', 'count', 'refused', 'last'],
  interlock: ['name', 'count', 'time', 'cost', 'last'],
} as const satisfies Record<string, readonly Sort[]>

const heads = {
  door: 'usageHeadLetIn',
  interlock: 'usageHeadUses',
} as const

const words = {
  name: 'usageHeadName',
  refused: 'usageHeadRefused',
  time: 'usageHeadTime',
  cost: 'usageHeadCost',
  last: 'usageHeadLast',
} as const satisfies Record<Exclude<Sort, 'count'>, string>

type UsageKind = keyof typeof columns

type Props = {
  kind: UsageKind
  members: readonly Usage[]
  search: UsageSearch
  /** Whether names lead to the pages of members. */
  mayOpenMembers: boolean
  onSort: (search: UsageSearch) => void
}

/** Members with how much they used a device; each head sorts, and sorts the other way. */
export const UsageTable = ({ kind, members, search, mayOpenMembers, onSort }: Props) => {
  const { t } = useTranslation('monitoring')
  return (
    <Table.ScrollContainer minWidth={kind === 'door' ? 320 : 460} type="native">
      <Table className={classes.table ?? ''} aria-label={t('usageTitle')}>
        <Table.Thead>
          <Table.Tr>
            {columns[kind].map((sort) => (
              <Head key={sort} kind={kind} sort={sort} search={search} onSort={onSort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {members.map((usage) => (
            <Table.Tr key={usage.memberId}>
              {columns[kind].map((column) => (
                <Table.Td key={column} data-numeric={column !== 'name' || undefined}>
                  <Cell column={column} usage={usage} mayOpenMembers={mayOpenMembers} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const Head = ({ kind, sort, search, onSort }: Omit<Props, 'members' | 'mayOpenMembers'> & { sort: Sort }) => {
  const { t } = useTranslation('monitoring')
  const isSorted = search.sort === sort
  const isUp = search.order === 'up'
  const Arrow = isUp ? IconArrowUp : IconArrowDown
  const next = isSorted ? (isUp ? 'down' : 'up') : sort === 'name' ? 'up' : 'down'
  return (
    <Table.Th
      data-numeric={sort !== 'name' || undefined}
      {...(isSorted && { 'aria-sort': isUp ? ('ascending' as const) : ('descending' as const) })}
    >
      <button type="button" className={classes.sort} onClick={() => onSort({ ...search, sort, order: next })}>
        {t(sort === 'count' ? heads[kind] : words[sort])}
        {isSorted ? <Arrow size={14} aria-hidden /> : null}
      </button>
    </Table.Th>
  )
}

type UsageCellProps = Pick<Props, 'mayOpenMembers'> & { column: Sort; usage: Usage }

const Cell = ({ column, usage, mayOpenMembers }: UsageCellProps) => {
  const { siteLocaleCurrency } = useSite().general
  const { t } = useTranslation('monitoring')
  const { memberId, name, count, refused, seconds, costCents, held, lastAt } = usage
  switch (column) {
    case 'name':
      return mayOpenMembers ? (
        <Link to="/manage/members/$memberId" params={{ memberId: String(memberId) }} className={classes.name}>
          {name}
        </Link>
      ) : (
        name
      )
    case 'count':
      return formatNumber(count)
    case 'refused':
      return formatNumber(refused)
    case 'time':
      return formatHours(seconds)
    case 'cost':
      return held === 0
        ? formatMoney(costCents, siteLocaleCurrency)
        : t('usageHeld', { amount: formatMoney(costCents, siteLocaleCurrency), count: held })
    case 'last':
      return <Moment at={lastAt}>{formatDay(lastAt)}</Moment>
  }
}

/** "40 min", "12 h 05 min". */
export const formatHours = (seconds: number): string => {
  const minutes = Math.round(seconds / 60)
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes} min` : `${hours} h ${String(minutes % 60).padStart(2, '0')} min`
}
