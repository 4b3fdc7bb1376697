import { columnFields, type rowValues } from '@spacekeeper/contract/members/columns.ts'
import { memberFields } from '@spacekeeper/contract/members/fields.ts'
import type { MemberListRow, MemberListColumn } from '@spacekeeper/contract/members/shapes.ts'
import { emailStateWords, roleWords } from '@spacekeeper/contract/members/words.ts'
import { Link } from '@tanstack/react-router'
import { memo, type MouseEvent, type ReactNode } from 'react'
import { formatMoment, formatRelative, formatDate } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { StandingBadge } from '../standing-badge.tsx'
import classes from './member-table.module.css'

/** `isCurrent` is the row that the keyboard enters the table by. */
type CellProps = { member: MemberListRow; isCurrent: boolean; t: Translate<'members'> }

/** A column of the table: its width, and what stands in its cells. */
type TableColumn = { width: number; isNumeric?: boolean; cell: (props: CellProps) => ReactNode }

const nameCell = ({ member, isCurrent, t }: CellProps) => {
  const mark = member.isAdmin ? t('administrator') : member.permissions.length > 0 ? t('staff') : null
  return (
    <span className={classes.cut} title={`${member.fullName} (${member.screenName})`}>
      <Link
        to="/manage/members/$memberId"
        params={{ memberId: String(member.id) }}
        onClick={stay}
        tabIndex={isCurrent ? 0 : -1}
        className={classes.name}
      >
        {member.fullName}
      </Link>{' '}
      <span className={classes.quiet}>{member.screenName}</span>
      {mark ? <span className={classes.mark}>{mark}</span> : null}
      {member.emailState === 'confirmed' ? null : (
        <span className={classes.mark}>{emailStateWords[member.emailState]}</span>
      )}
    </span>
  )
}

const subscriptionCell = ({ member: { subscription } }: CellProps) => {
  const word = memberFields.subscriptionStatus.choices[subscription]
  return subscription === 'cancelling' ? <Status kind="waiting">{word}</Status> : word
}

const seenCell = ({ member: { lastSeen }, t }: CellProps) =>
  lastSeen === null ? (
    <span className={classes.quiet}>{t('never')}</span>
  ) : (
    <time dateTime={lastSeen} title={formatMoment(lastSeen)}>
      {formatRelative(lastSeen)}
    </time>
  )

const plain = (value: string | number | null) => (
  <span className={classes.cut} title={value === null ? undefined : String(value)}>
    {value}
  </span>
)

/** Columns of fields need no more than their width; without one they are as wide as this. */
const usualWidth = 150

const widths: Partial<Record<MemberListColumn, number>> = { screenName: 140, email: 240, plate: 200 }

const fieldColumn = (name: (typeof columnFields)[number]): TableColumn => {
  const { as: column, kind } = memberFields[name].listed
  return {
    width: widths[column] ?? usualWidth,
    cell: ({ member: { [column]: value } }) => (kind === 'time' && value !== null ? formatDate(value) : plain(value)),
  }
}

const fieldColumns = Object.fromEntries(
  columnFields.map((name) => [memberFields[name].listed.as, fieldColumn(name)]),
) as Record<keyof typeof rowValues, TableColumn> // fromEntries loses the names

export const tableColumns: Record<MemberListColumn, TableColumn> = {
  ...fieldColumns,
  name: { width: 240, cell: nameCell },
  standing: { width: 132, cell: ({ member }) => <StandingBadge standing={member.standing} /> },
  subscription: { width: usualWidth, cell: subscriptionCell },
  plan: { width: 170, cell: ({ member }) => plain(member.plan) },
  card: { width: 130, cell: ({ member }) => plain(member.card) },
  doors: { width: 96, isNumeric: true, cell: ({ member }) => plain(member.doors) },
  role: { width: 140, cell: ({ member }) => plain(roleWords[member.role]) },
  lastSeen: { width: 130, cell: seenCell },
}

type Props = {
  member: MemberListRow
  index: number
  columns: readonly MemberListColumn[]
  isSelected: boolean
  isCurrent: boolean
  onToggle: (id: number) => void
  onOpen: (id: number) => void
}

const stay = (event: MouseEvent) => event.stopPropagation()

/**
 * A member; a click anywhere in the row opens their page. While the list scrolls, hundreds of rows are drawn and each once:
 * they are plain elements, and one that stays in sight is not drawn again.
 */
export const MemberRow = memo(({ member, index, columns, isSelected, isCurrent, onToggle, onOpen }: Props) => {
  const { t } = useTranslation('members')
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      onClick={() => onOpen(member.id)}
    >
      <td onClick={stay} className={classes.tick}>
        <input
          type="checkbox"
          className={classes.check}
          checked={isSelected}
          tabIndex={isCurrent ? 0 : -1}
          onChange={() => onToggle(member.id)}
          aria-label={t('select', { name: member.fullName })}
        />
      </td>
      {columns.map((column) => (
        <td key={column} data-numeric={tableColumns[column].isNumeric}>
          {tableColumns[column].cell({ member, isCurrent, t })}
        </td>
      ))}
    </tr>
  )
})
MemberRow.displayName = 'MemberRow'

/** Keeps the place of a member whose window has not come yet. */
export const ComingRow = ({ index, span }: { index: number; span: number }) => (
  <tr className={classes.row} aria-rowindex={index + 2} data-index={index}>
    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- what is coming has no words yet */}
    <td colSpan={span}>
      <span className={classes.coming} />
    </td>
  </tr>
)
