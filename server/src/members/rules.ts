import type { ErrorCode } from '@spacekeeper/contract/errors.ts'
import { staffActions, type StaffAction, type StaffTask } from '@spacekeeper/contract/memberships.ts'
import { memberStates, type MemberState } from '@spacekeeper/contract/members.ts'
import { permissions, type Permission } from '@spacekeeper/contract/route.ts'
import type { Actor } from '#platform/ctx.ts'

/** The two facts a member's state is made of. */
export type Standing = { membership: MemberState; isSuspended: boolean }

export type Party = 'member' | 'staff' | 'system'

/** What follows a move, all of it after the state is stored. Doors are told of every move that changes what cards do. */
export type Effect =
  | 'grantDefaults'
  /** He is not on site any more. */
  | 'endVisit'
  | 'mailEnabled'
  | 'mailDisabled'
  | 'mailWelcome'
  | 'mailSuspended'
  | 'mailLifted'
  | 'tellAdministrators'

type Move = {
  by: Party
  /** What causes it, in words for the documents. */
  on: string
  from: readonly MemberState[]
  /** Null: the membership stays, and only the suspension begins or ends. */
  to: MemberState | null
  /**
   * `refused`: not before the suspension is lifted. `quiet`: noted below the suspension, which goes on keeping him out,
   * so nobody is mailed. `only`: there must be a suspension.
   */
  whileSuspended: 'refused' | 'quiet' | 'only'
  effects: readonly Effect[]
  /** Left out where the state before was `noob`, who had no access to get back. */
  notFromNoob?: Effect
}

const notActive = ['noob', 'inactive', 'accountonly'] as const

/** Every way from one state to another. There is no other, and `docs/guide/member-states.md` is written from it. */
export const moves = {
  makeMember: {
    by: 'staff',
    on: 'Make member',
    from: ['noob', 'accountonly'],
    to: 'active',
    whileSuspended: 'refused',
    effects: ['grantDefaults', 'mailWelcome', 'tellAdministrators'],
  },
  activate: {
    by: 'staff',
    on: 'Make active',
    from: notActive,
    to: 'active',
    whileSuspended: 'refused',
    effects: ['grantDefaults', 'mailEnabled'],
    notFromNoob: 'mailEnabled',
  },
  deactivate: {
    by: 'staff',
    on: 'Make inactive, with a reason',
    from: ['noob', 'active', 'accountonly'],
    to: 'inactive',
    whileSuspended: 'quiet',
    effects: ['endVisit', 'mailDisabled'],
    notFromNoob: 'mailDisabled',
  },
  suspend: {
    by: 'staff',
    on: 'Suspend, with a reason',
    from: memberStates,
    to: null,
    whileSuspended: 'refused',
    effects: ['endVisit', 'mailSuspended'],
  },
  lift: {
    by: 'staff',
    on: 'Lift the suspension',
    from: memberStates,
    to: null,
    whileSuspended: 'only',
    effects: ['mailLifted'],
  },
  completeSignup: {
    by: 'member',
    on: 'Joining is complete and paid',
    from: notActive,
    to: 'active',
    whileSuspended: 'refused',
    effects: ['grantDefaults', 'mailWelcome', 'tellAdministrators'],
  },
  skipSignup: {
    by: 'member',
    on: 'Keeps an account without a membership',
    from: ['noob'],
    to: 'accountonly',
    whileSuspended: 'refused',
    effects: [],
  },
  invoicePaid: {
    by: 'system',
    on: 'An invoice of the plan is paid',
    from: notActive,
    to: 'active',
    whileSuspended: 'quiet',
    effects: ['grantDefaults', 'mailEnabled'],
    notFromNoob: 'mailEnabled',
  },
  subscriptionEnded: {
    by: 'system',
    on: 'The plan has ended',
    from: ['noob', 'active', 'accountonly'],
    to: 'inactive',
    whileSuspended: 'quiet',
    effects: ['endVisit', 'mailDisabled'],
    notFromNoob: 'mailDisabled',
  },
} as const satisfies Record<string, Move>

export type MoveName = keyof typeof moves

/** What everybody sees: whoever is suspended is inactive. */
export const stateOf = (standing: Standing): MemberState => (standing.isSuspended ? 'inactive' : standing.membership)

/** Whether granted doors open at all. */
export const isLetIn = (standing: Standing): boolean => stateOf(standing) === 'active'

export type Moved =
  | { outcome: 'moved'; standing: Standing; effects: readonly Effect[]; tellsDoors: boolean }
  /** It is so already. */
  | { outcome: 'nothing' }
  | { outcome: 'suspended' | 'impossible' }

/** What nobody is told of, and so happens below a suspension too. */
const silent: readonly Effect[] = ['grantDefaults', 'endVisit']

const effectsOf = (move: Move, before: Standing): readonly Effect[] => {
  const isQuiet = before.isSuspended && move.whileSuspended === 'quiet'
  const effects = isQuiet ? move.effects.filter((effect) => silent.includes(effect)) : move.effects
  return effects.filter((effect) => before.membership !== 'noob' || effect !== move.notFromNoob)
}

/** What becomes of a member by a move, and what follows. */
export const moveMember = (before: Standing, name: MoveName): Moved => {
  const move: Move = moves[name]
  if (name === 'suspend' && before.isSuspended) return { outcome: 'nothing' }
  if (move.whileSuspended === 'only' && !before.isSuspended) return { outcome: 'nothing' }
  if (move.whileSuspended === 'refused' && before.isSuspended) return { outcome: 'suspended' }
  if (!move.from.includes(before.membership)) {
    return { outcome: before.membership === move.to ? 'nothing' : 'impossible' }
  }
  const after: Standing = {
    membership: move.to ?? before.membership,
    isSuspended: move.to === null ? name === 'suspend' : before.isSuspended,
  }
  return {
    outcome: 'moved',
    standing: after,
    effects: effectsOf(move, before),
    tellsDoors: isLetIn(before) !== isLetIn(after),
  }
}

/** What staff can do with a member now. A new account is made a member, which does more than activating it. */
export const staffActionsFor = (standing: Standing): StaffAction[] => {
  const possible = staffActions.filter((action) => moveMember(standing, action).outcome === 'moved')
  if (!possible.includes('makeMember')) return possible
  return possible.filter((action) => action !== 'activate')
}

/** What a member may do as staff. */
export type Office = { isAdmin: boolean; permissions: readonly Permission[] }
type OfficeRow = { is_admin: boolean; permissions: readonly string[]; suspended_at: Date | null }

/** What was granted, in the order of the contract. */
export const grantedPermissions = (row: Pick<OfficeRow, 'permissions'>): Permission[] =>
  permissions.filter((permission) => row.permissions.includes(permission))

/** What a member may do as staff now: everything as an administrator, nothing while suspended. */
export const officeOf = (row: OfficeRow): { isAdmin: boolean; permissions: Permission[] } => {
  if (row.suspended_at !== null) return { isAdmin: false, permissions: [] }
  return { isAdmin: row.is_admin, permissions: row.is_admin ? [...permissions] : grantedPermissions(row) }
}

/** Nobody but an administrator does these to himself: they are decided by somebody else, or proved by a password. */
const notToOneself: readonly StaffTask[] = ['email', 'standing']

/**
 * Why staff may not change this of a member; null when they may. Whoever could change the address, the cards or the
 * state of somebody who may do more could take his place, so that is left to administrators. So are offices.
 */
export const staffRefusal = (
  actor: Actor,
  input: { task: StaffTask; member: Office & { id: number } },
): ErrorCode | null => {
  const { task, member } = input
  if (actor.kind === 'system') return null
  if (actor.kind !== 'member') return 'notAllowed'
  if (actor.isAdmin) return null
  if (task === 'office' || !actor.permissions.includes('members')) return 'notAllowed'
  const isAbove = member.isAdmin || member.permissions.some((permission) => !actor.permissions.includes(permission))
  if (isAbove) return 'outranked'
  return member.id === actor.id && notToOneself.includes(task) ? 'notYourself' : null
}
