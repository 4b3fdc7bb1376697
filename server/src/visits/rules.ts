import type { Settings } from '@spacekeeper/contract/settings.ts'
import type { Actor } from '#platform/ctx.ts'

/** Staff who look after members always see who is on site; members while the site shows it. */
export const canSeeOnSite = (actor: Actor, settings: Pick<Settings, 'ENABLE_PORTAL_MEMBERS_ON_SITE'>): boolean =>
  actor.kind === 'member' &&
  (actor.permissions.includes('members') || (actor.state === 'active' && settings.ENABLE_PORTAL_MEMBERS_ON_SITE))
