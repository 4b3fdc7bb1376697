import type { MouseEvent } from 'react'
import { Checkbox, Table, Text } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RosterColumn, RosterRow as Row } from '@spacekeeper/contract/rosters.ts'
import { formatDate, formatMoment, formatRelative } from '#platform/i18n/format.ts'
import { Status } from '#platform/ui/status.tsx'
import { StandingBadge } from './standing-badge.tsx'
import classes from './roster-table.module.css'

const NameCell = ({ row, isCurrent }: { row: Row; isCurrent: boolean }) => {
  const { t } = useTranslation('rosters')
  const mark = row.isAdmin ? t('administrator') : row.permissions.length > 0 ? t('staff') : null
  return (
    <span className={classes.cut} title={`${row.fullName} (${row.screenName})`}>
      <Link
        to="/manage/members/$memberId"
        params={{ memberId: String(row.id) }}
        onClick={(event) => event.stopPropagation()}
        tabIndex={isCurrent ? 0 : -1}
        className={classes.name}
      >
        {row.fullName}
      </Link>{' '}
      <Text span size="sm" c="dimmed">
        {row.screenName}
      </Text>
      {mark ? <span className={classes.mark}>{mark}</span> : null}
    </span>
  )
}

const Cell = ({ row, column }: { row: Row; column: Exclude<RosterColumn, 'name'> }) => {
  const { t } = useTranslation('rosters')
  if (column === 'standing') return <StandingBadge standing={row.standing} />
  if (column === 'subscription')
    return row.subscription === 'cancelling' ? (
      <Status kind="waiting">{t('subscription_cancelling')}</Status>
    ) : (
      t(`subscription_${row.subscription}`)
    )
  if (column === 'lastSeen')
    return row.lastSeen ? (
      <time dateTime={row.lastSeen} title={formatMoment(row.lastSeen)}>
        {formatRelative(row.lastSeen)}
      </time>
    ) : (
      <Text size="sm" c="dimmed">
        {t('never')}
      </Text>
    )
  if (column === 'firstJoined') return row.firstJoined ? formatDate(row.firstJoined) : null
  if (column === 'registered') return formatDate(row.registered)
  const text = row[column]
  return (
    <span className={classes.cut} title={text === null ? undefined : String(text)}>
      {text}
    </span>
  )
}

type Props = {
  row: Row | undefined
  index: number
  columns: readonly RosterColumn[]
  isSelected: boolean
  /** The one row that the keyboard enters the table by. */
  isCurrent: boolean
  onToggle: (id: number) => void
}

/** A member; a click anywhere opens him. Until it has come the row keeps its place. */
export const RosterRow = ({ row, index, columns, isSelected, isCurrent, onToggle }: Props) => {
  const { t } = useTranslation('rosters')
  const navigate = useNavigate()
  if (!row) {
    return (
      <Table.Tr className={classes.row} aria-rowindex={index + 2} data-index={index}>
        <Table.Td colSpan={columns.length + 1}>
          <span className={classes.coming} />
        </Table.Td>
      </Table.Tr>
    )
  }
  const stay = (event: MouseEvent) => event.stopPropagation()
  return (
    <Table.Tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-index={index}
      data-selected={isSelected || undefined}
      onClick={() => void navigate({ to: '/manage/members/$memberId', params: { memberId: String(row.id) } })}
    >
      <Table.Td onClick={stay} className={classes.tick}>
        <Checkbox
          checked={isSelected}
          tabIndex={isCurrent ? 0 : -1}
          onChange={() => onToggle(row.id)}
          aria-label={t('select', { name: row.fullName })}
        />
      </Table.Td>
      {columns.map((column) => (
        <Table.Td key={column} data-numeric={column === 'doors' || undefined}>
          {column === 'name' ? <NameCell row={row} isCurrent={isCurrent} /> : <Cell row={row} column={column} />}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}
