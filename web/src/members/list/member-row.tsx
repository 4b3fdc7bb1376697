import { Text, Table, Checkbox } from '@mantine/core'
import { columnFields, memberListColumns, type rowValues } from '@spacekeeper/contract/members/columns.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import type { MemberListRow, MemberListColumn } from '@spacekeeper/contract/members/shapes.ts'
import { emailStateWords, roleWords } from '@spacekeeper/contract/members/words.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  columnSizingFeature,
  columnVisibilityFeature,
  createColumnHelper,
  FlexRender,
  metaHelper,
  type Row,
  rowSortingFeature,
  tableFeatures,
} from '@tanstack/react-table'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment, formatRelative, formatDate } from '#platform/i18n/format.ts'
import { Status } from '#platform/ui/status.tsx'
import { StandingBadge } from '../standing-badge.tsx'
import classes from './member-table.module.css'

/** What the table of members does: columns of a width that can be hidden, and an order, which the server makes. */
export const memberFeatures = tableFeatures({
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  columnMeta: metaHelper<{ isNumeric?: boolean }>(),
  /** The member whose row the keyboard enters the table by. */
  tableMeta: metaHelper<{ currentId: number | undefined }>(),
})

const NameCell = ({ member, isCurrent }: { member: MemberListRow; isCurrent: boolean }) => {
  const { t } = useTranslation('members')
  const mark = member.isAdmin ? t('administrator') : member.permissions.length > 0 ? t('staff') : null
  return (
    <span className={classes.cut} title={`${member.fullName} (${member.screenName})`}>
      <Link
        to="/manage/members/$memberId"
        params={{ memberId: String(member.id) }}
        onClick={(event) => event.stopPropagation()}
        tabIndex={isCurrent ? 0 : -1}
        className={classes.name}
      >
        {member.fullName}
      </Link>{' '}
      <Text span size="sm" c="dimmed">
        {member.screenName}
      </Text>
      {mark ? <span className={classes.mark}>{mark}</span> : null}
      {member.emailState === 'confirmed' ? null : (
        <span className={classes.mark}>{emailStateWords[member.emailState]}</span>
      )}
    </span>
  )
}

const SubscriptionCell = ({ state }: { state: MemberListRow['subscription'] }) => {
  const word = memberFields.subscriptionStatus.choices[state]
  return state === 'cancelling' ? <Status kind="waiting">{word}</Status> : word
}

const SeenCell = ({ at }: { at: string | null }) => {
  const { t } = useTranslation('members')
  return at === null ? (
    <Text size="sm" c="dimmed">
      {t('never')}
    </Text>
  ) : (
    <time dateTime={at} title={formatMoment(at)}>
      {formatRelative(at)}
    </time>
  )
}

const DayCell = ({ at }: { at: string | null }) => (at === null ? null : formatDate(at))

const PlainCell = ({ value }: { value: string | number | null }) => (
  <span className={classes.cut} title={value === null ? undefined : String(value)}>
    {value}
  </span>
)

const helper = createColumnHelper<typeof memberFeatures, MemberListRow>()

/** Columns of fields need no more than their width; without one they are as wide as this. */
const usualSize = 150

const sizes: Partial<Record<MemberListColumn, number>> = { screenName: 140, lastSeen: 130, email: 240, plate: 200 }

const sizeOf = (column: MemberListColumn) => sizes[column] ?? usualSize

const fieldColumn = (name: (typeof columnFields)[number]) => {
  const { as: column, kind } = memberFields[name].listed
  return helper.accessor((row) => row[column], {
    id: column,
    size: sizeOf(column),
    cell: ({ getValue }) => (kind === 'time' ? <DayCell at={getValue()} /> : <PlainCell value={getValue()} />),
  })
}

/** Columns that show more than text and days, each with its width. */
const specialColumns = {
  name: helper.accessor('fullName', {
    id: 'name',
    size: 240,
    cell: ({ row, table }) => (
      <NameCell member={row.original} isCurrent={table.options.meta?.currentId === row.original.id} />
    ),
  }),
  standing: helper.accessor('standing', {
    size: 132,
    cell: ({ getValue }) => <StandingBadge standing={getValue()} />,
  }),
  subscription: helper.accessor('subscription', {
    size: sizeOf('subscription'),
    cell: ({ getValue }) => <SubscriptionCell state={getValue()} />,
  }),
  card: helper.accessor('card', { size: 130, cell: ({ getValue }) => <PlainCell value={getValue()} /> }),
  doors: helper.accessor('doors', {
    size: 96,
    meta: { isNumeric: true },
    cell: ({ getValue }) => <PlainCell value={getValue()} />,
  }),
  role: helper.accessor('role', { size: 140, cell: ({ getValue }) => <PlainCell value={roleWords[getValue()]} /> }),
  lastSeen: helper.accessor('lastSeen', {
    size: sizeOf('lastSeen'),
    cell: ({ getValue }) => <SeenCell at={getValue()} />,
  }),
}

const fieldColumns = Object.fromEntries(
  columnFields.map((name) => [memberFields[name].listed.as, fieldColumn(name)]),
) as Record<keyof typeof rowValues, ReturnType<typeof fieldColumn>> // fromEntries loses the names

const columnsByName = { ...fieldColumns, ...specialColumns }

export const memberColumns = helper.columns(memberListColumns.map((name) => columnsByName[name]))

type Props = {
  row: Row<typeof memberFeatures, MemberListRow>
  index: number
  isSelected: boolean
  isCurrent: boolean
  onToggle: (id: number) => void
}

/** A member; a click anywhere in the row opens their page. */
export const MemberRow = ({ row, index, isSelected, isCurrent, onToggle }: Props) => {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const { id, fullName } = row.original
  const stay = (event: MouseEvent) => event.stopPropagation()
  return (
    <Table.Tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      onClick={() => void navigate({ to: '/manage/members/$memberId', params: { memberId: String(id) } })}
    >
      <Table.Td onClick={stay} className={classes.tick}>
        <Checkbox
          checked={isSelected}
          tabIndex={isCurrent ? 0 : -1}
          onChange={() => onToggle(id)}
          aria-label={t('select', { name: fullName })}
        />
      </Table.Td>
      {row.getVisibleCells().map((cell) => (
        <Table.Td key={cell.id} data-numeric={cell.column.columnDef.meta?.isNumeric}>
          <FlexRender cell={cell} />
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

/** Keeps the place of a member whose window has not come yet. */
export const ComingRow = ({ index, span }: { index: number; span: number }) => (
  <Table.Tr className={classes.row} aria-rowindex={index + 2} data-index={index}>
    <Table.Td colSpan={span}>
      <span className={classes.coming} />
    </Table.Td>
  </Table.Tr>
)
