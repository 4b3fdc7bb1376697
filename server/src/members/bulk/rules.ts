import type { BulkKind, BulkMove, BulkRefusal, StaffTask } from '@spacekeeper/contract/members/words.ts'
import type { Permission } from '@spacekeeper/contract/route.ts'
import type { Actor } from '#platform/ctx.ts'
import { type EffectivePermissions, staffRefusal } from '../role-rules.ts'
import { moveMember, type StandingFacts, staffActionsFor } from '../standing-rules.ts'

type BulkFacts = {
  move: BulkMove
  member: EffectivePermissions & { id: number }
  standing: StandingFacts
  /** Whether they are already asked to review their details. */
  isUpdateRequired: boolean
}

/** What staff change of each member with it. */
export const taskFor = (kind: BulkKind): StaffTask => (kind === 'requireUpdate' ? 'details' : 'standing')

/** Why a bulk change leaves a member out; null when it does not. */
export const bulkRefusalOf = (actor: Actor, facts: BulkFacts): BulkRefusal | null => {
  const { move, member, standing } = facts
  const refusal = staffRefusal(actor, { task: taskFor(move), member })
  if (refusal !== null) return refusal === 'notYourself' ? 'yourself' : 'outranked'
  if (move === 'requireUpdate') return facts.isUpdateRequired ? 'unchanged' : null
  if (move === 'suspend' && actor.kind === 'member' && actor.id === member.id) return 'yourself'
  // Suspending administrators is too rare and too grave for a list.
  if (move === 'suspend' && member.isAdmin) return 'administrator'
  const { outcome } = moveMember(standing, move)
  if (outcome === 'nothing') return 'unchanged'
  if (outcome === 'suspended') return 'suspended'
  if (outcome === 'impossible') return 'notNew'
  return move === 'activate' && staffActionsFor(standing).includes('makeMember') ? 'new' : null
}

/** What staff need to be allowed to make a bulk change, and to undo it. */
export const permissionFor = (kind: BulkKind): Permission =>
  kind === 'grant' || kind === 'revoke' ? 'access' : 'members'
