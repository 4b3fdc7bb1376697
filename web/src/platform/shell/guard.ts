import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { RouteFlags } from './route-flags.ts'

type Staff = { staffPermissions: readonly Permission[] }
export type Visitor = {
  /** null: logged out. */
  profile: (Pick<Profile, 'admin' | 'state' | 'suspension'> & Staff) | null
  /** null while the configuration is not known: then nothing counts as turned off. */
  features: SiteConfig['features'] | null
  /** On a shared screen only pages that say so are shown. */
  isKiosk?: boolean
}
export type Verdict = 'allow' | 'login' | 'dashboard' | 'forbidden' | 'memberOnly' | 'notFound'

const isOpenToAdmin = ({ alwaysForAdmins }: RouteFlags, profile: Visitor['profile']) =>
  alwaysForAdmins === true && profile?.admin === true

/** A feature hides what depends on it only when it is exactly false. */
export const isFeatureOff = (flags: RouteFlags, { features, profile }: Visitor) =>
  flags.feature !== undefined && features?.[flags.feature] === false && !isOpenToAdmin(flags, profile)

/** Whether pages for members are open to this account. */
export const isActiveMember = (profile: Pick<Profile, 'state' | 'suspension'> | null): boolean =>
  profile?.state === 'active' && profile.suspension === null

/** Whether a member may do what takes this permission, or one of these. */
export const isStaffFor = (
  profile: (Pick<Profile, 'admin'> & Staff) | null,
  staff: NonNullable<RouteFlags['staff']>,
): boolean => {
  if (profile === null) return false
  if (staff === 'admin') return profile.admin
  return [staff].flat().some((permission) => profile.staffPermissions.includes(permission))
}

/** Whether a page is for people who are logged in; all others are there for anybody. */
export const needsLogin = ({ loggedIn, staff, memberOnly }: RouteFlags): boolean =>
  loggedIn === true || staff !== undefined || memberOnly === true

/** Where a request for a screen ends up. The server decides about data; this only avoids dead ends. */
export const decide = (flags: RouteFlags, visitor: Visitor): Verdict => {
  const { profile, isKiosk = false } = visitor
  if (isKiosk && flags.kiosk !== true) return 'dashboard'
  if (flags.loggedIn === false) return profile ? 'dashboard' : 'allow'
  if (needsLogin(flags) && !profile) return 'login'
  if (isFeatureOff(flags, visitor)) return 'notFound'
  if (flags.staff && !isStaffFor(profile, flags.staff)) return 'forbidden'
  if (flags.memberOnly && !isActiveMember(profile) && !isOpenToAdmin(flags, profile)) return 'memberOnly'
  return 'allow'
}
