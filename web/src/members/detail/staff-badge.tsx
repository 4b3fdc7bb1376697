import type { MemberSummary } from '@spacekeeper/contract/members/shapes.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import { formatList } from '#platform/i18n/format.ts'
import { type Translate, useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './staff-badge.module.css'

type Props = { member: Pick<MemberSummary, 'isAdmin' | 'permissions'> }

/** What a member does here beside being one; nothing for nearly everybody. */
export const StaffBadge = ({ member }: Props) => {
  const { t } = useTranslation('members')
  const office = describeRole(t, member)
  return office === null ? null : <span className={classes.badge}>{office}</span>
}

type StaffWords = Translate<'members'>

const permissionWords = {
  members: 'permissionMembers',
  access: 'permissionAccess',
  devices: 'permissionDevices',
  money: 'permissionMoney',
  meetings: 'permissionMeetings',
  settings: 'permissionSettings',
} as const satisfies Record<Permission, string>

/** The name of a permission on the screen. */
export const describePermission = (t: StaffWords, permission: Permission) => t(permissionWords[permission])

/** Several of them within a sentence. */
export const describePermissions = (t: StaffWords, permissions: readonly Permission[]) =>
  formatList(permissions.map((permission) => describePermission(t, permission)))

type StaffRole = { isAdmin: boolean; permissions: readonly Permission[] }

/** What a member does here beside being one; null for nearly everybody. */
export const describeRole = (t: StaffWords, { isAdmin, permissions }: StaffRole): string | null => {
  if (isAdmin) return t('administrator')
  return permissions.length === 0 ? null : t('staffFor', { permissions: describePermissions(t, permissions) })
}
