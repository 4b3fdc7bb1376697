import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { MemberSummary } from '@spacekeeper/contract/members.ts'
import { formatMoment } from '#platform/i18n/format.ts'
import { MemberStateBadge } from './member-state-badge.tsx'
import { StaffBadge } from './staff-badge.tsx'
import classes from './members-list.module.css'

/** The same members where there is no room for a table: each row is one link. */
export const MembersList = ({ members }: { members: readonly MemberSummary[] }) => {
  const { t } = useTranslation('members')
  return (
    <ul className={classes.list}>
      {members.map((member) => (
        <li key={member.id} className={classes.item}>
          <Link to="/manage/members/$memberId" params={{ memberId: String(member.id) }} className={classes.link}>
            <span className={classes.name}>{member.fullName}</span>
            <MemberStateBadge member={member} />
            <span className={classes.more}>
              {member.screenName},{' '}
              {member.lastSeen ? t('seen', { moment: formatMoment(member.lastSeen) }) : t('neverSeenYet')}{' '}
              <StaffBadge member={member} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
