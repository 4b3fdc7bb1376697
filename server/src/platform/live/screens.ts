import { type LiveEvent, LiveTopic } from '@spacekeeper/contract/index.ts'
import { Permission } from '@spacekeeper/contract/route.ts'
import { z } from 'zod'
import type { Actor } from '../ctx.ts'
import { channel } from './channel.ts'

/** `staff`: members with one of these permissions, administrators among them. */
const Audience = z.union([
  z.enum(['everybody', 'activeMembers', 'admins']),
  z.object({ staff: z.array(Permission).min(1) }),
  z.object({ memberId: z.number() }),
])
export type Audience = z.infer<typeof Audience>

/** What open screens should ask for again, and whose screens are told. */
export const screens = channel('screens', z.object({ topic: LiveTopic, audience: Audience }), { isToldLater: true })

/** Says about which members an event is, for those who hear it: one that was told to one member is about them. */
export const subjectOf = (audience: Audience): LiveEvent['of'] => {
  if (audience === 'everybody') return undefined
  return typeof audience === 'object' && 'memberId' in audience ? 'own' : 'others'
}

/** Whether an event is for this caller. Who looks after members hears what active ones hear, as administrators do. */
export const isAudience = (actor: Actor, audience: Audience): boolean => {
  if (actor.kind !== 'member') return false
  if (audience === 'everybody') return true
  if (audience === 'admins') return actor.isAdmin
  if (audience === 'activeMembers') return actor.permissions.includes('members') || actor.state === 'active'
  if ('staff' in audience) return audience.staff.some((permission) => actor.permissions.includes(permission))
  return audience.memberId === actor.id
}
