import type { TFunction } from 'i18next'
import type { Permission } from '@spacekeeper/contract/route.ts'

type Words = TFunction<'members'>

const words = {
  members: 'permissionMembers',
  access: 'permissionAccess',
  devices: 'permissionDevices',
  money: 'permissionMoney',
  meetings: 'permissionMeetings',
  settings: 'permissionSettings',
} as const satisfies Record<Permission, string>

/** The name of a permission on the screen. */
export const wordPermission = (t: Words, permission: Permission) => t(words[permission])

/** Several of them within a sentence. */
export const wordPermissions = (t: Words, permissions: readonly Permission[]) =>
  permissions.map((permission) => wordPermission(t, permission).toLowerCase()).join(', ')

type Office = { isAdmin: boolean; permissions: readonly Permission[] }

/** What a member does here beside being one; null for nearly everybody. */
export const wordOffice = (t: Words, { isAdmin, permissions }: Office): string | null => {
  if (isAdmin) return t('administrator')
  return permissions.length === 0 ? null : t('staffFor', { permissions: wordPermissions(t, permissions) })
}
