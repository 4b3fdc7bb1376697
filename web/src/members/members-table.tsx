import { Table, Text } from '@mantine/core'
import { IconArrowUp } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MemberSummary } from '@spacekeeper/contract/members.ts'
import { Moment } from '#platform/ui/moment.tsx'
import { MemberStateBadge } from './member-state-badge.tsx'
import { StaffBadge } from './staff-badge.tsx'
import classes from './members-table.module.css'

const toolbarPx = 64

/** Members in rows that open with a click anywhere; the name is the link for the keyboard. */
export const MembersTable = ({ members }: { members: readonly MemberSummary[] }) => {
  const { t } = useTranslation('members')
  return (
    <Table stickyHeader stickyHeaderOffset={toolbarPx} highlightOnHover verticalSpacing={0} className={classes.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th aria-sort="ascending" className={classes.sorted}>
            {t('columnName')} <span className={classes.by}>{t('sortedByLast')}</span>{' '}
            <IconArrowUp size={14} aria-hidden />
          </Table.Th>
          <Table.Th w={150}>{t('columnState')}</Table.Th>
          <Table.Th>{t('columnEmail')}</Table.Th>
          <Table.Th w={190}>{t('columnLastSeen')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {members.map((member) => (
          <Row key={member.id} member={member} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Row = ({ member }: { member: MemberSummary }) => {
  const { t } = useTranslation('members')
  const navigate = useNavigate()
  const open = () => void navigate({ to: '/manage/members/$memberId', params: { memberId: String(member.id) } })
  return (
    <Table.Tr onClick={open} className={classes.row}>
      <Table.Td className={classes.cut} title={`${member.fullName} (${member.screenName})`}>
        <Link
          to="/manage/members/$memberId"
          params={{ memberId: String(member.id) }}
          onClick={(event) => event.stopPropagation()}
          className={classes.name}
        >
          {member.fullName}
        </Link>{' '}
        <Text span size="sm" c="dimmed">
          {member.screenName}
        </Text>{' '}
        <StaffBadge member={member} />
      </Table.Td>
      <Table.Td>
        <span className={classes.state}>
          <MemberStateBadge member={member} />
        </span>
      </Table.Td>
      <Table.Td className={classes.cut} title={member.email}>
        {member.email}
      </Table.Td>
      <Table.Td>
        {member.lastSeen ? (
          <Moment at={member.lastSeen} />
        ) : (
          <Text size="sm" c="dimmed">
            {t('neverSeen')}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
