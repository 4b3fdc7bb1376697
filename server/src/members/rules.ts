import { staffActions, type StaffAction } from '@spacekeeper/contract/memberships.ts'
import { memberStates, type MemberState } from '@spacekeeper/contract/members.ts'

/** The two facts a member's state is made of. */
export type Standing = { membership: MemberState; isSuspended: boolean }

export type Party = 'member' | 'administrator' | 'system'

/** What follows a move, all of it after the state is stored. Doors are told of every move that changes what cards do. */
export type Effect =
  | 'grantDefaults'
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
    by: 'administrator',
    on: 'Make member',
    from: ['noob', 'accountonly'],
    to: 'active',
    whileSuspended: 'refused',
    effects: ['grantDefaults', 'mailWelcome', 'tellAdministrators'],
  },
  activate: {
    by: 'administrator',
    on: 'Make active',
    from: notActive,
    to: 'active',
    whileSuspended: 'refused',
    effects: ['mailEnabled'],
    notFromNoob: 'mailEnabled',
  },
  deactivate: {
    by: 'administrator',
    on: 'Make inactive, with a reason',
    from: ['noob', 'active', 'accountonly'],
    to: 'inactive',
    whileSuspended: 'quiet',
    effects: ['mailDisabled'],
    notFromNoob: 'mailDisabled',
  },
  suspend: {
    by: 'administrator',
    on: 'Suspend, with a reason',
    from: memberStates,
    to: null,
    whileSuspended: 'refused',
    effects: ['mailSuspended'],
  },
  lift: {
    by: 'administrator',
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
    effects: ['mailEnabled'],
    notFromNoob: 'mailEnabled',
  },
  subscriptionEnded: {
    by: 'system',
    on: 'The plan has ended',
    from: ['noob', 'active', 'accountonly'],
    to: 'inactive',
    whileSuspended: 'quiet',
    effects: ['mailDisabled'],
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

const effectsOf = (move: Move, before: Standing): readonly Effect[] => {
  if (before.isSuspended && move.whileSuspended === 'quiet') return []
  return move.effects.filter((effect) => before.membership !== 'noob' || effect !== move.notFromNoob)
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

/** What administrators can do with a member now. A new account is made a member, which does more than activating it. */
export const staffActionsFor = (standing: Standing): StaffAction[] => {
  const possible = staffActions.filter((action) => moveMember(standing, action).outcome === 'moved')
  if (!possible.includes('makeMember')) return possible
  return possible.filter((action) => action !== 'activate')
}
