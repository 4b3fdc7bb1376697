import { useTranslation } from 'react-i18next'
import type { MemberSummary } from '@spacekeeper/contract/members.ts'
import { wordOffice } from './word-permission.ts'
import classes from './staff-badge.module.css'

type Props = { member: Pick<MemberSummary, 'isAdmin' | 'permissions'> }

/** What a member does here beside being one; nothing for nearly everybody. */
export const StaffBadge = ({ member }: Props) => {
  const { t } = useTranslation('members')
  const office = wordOffice(t, member)
  return office === null ? null : <span className={classes.badge}>{office}</span>
}
