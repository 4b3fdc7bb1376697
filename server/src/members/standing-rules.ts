import type { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import { memberStates, type StaffAction, staffActions } from '@spacekeeper/contract/members/words.ts'

/** The two facts a member's state is made of. */
export type StandingFacts = { membership: MemberState; isSuspended: boolean }

export type Party = 'member' | 'staff' | 'system'

/** What follows a move, after the state is stored. Doors hear of every move that changes what cards do. */
export type MoveEffect =
  | 'grantDefaults'
  /** Signs the member out of the space. */
  | 'endVisit'
  | 'mailEnabled'
  | 'mailDisabled'
  | 'mailWelcome'
  | 'mailSuspended'
  | 'mailLifted'
  | 'tellAdministrators'

type MoveRule = {
  by: Party
  /** What causes it, for the documents. */
  on: string
  from: readonly MemberState[]
  /** Null: the membership stays, and only the suspension begins or ends. */
  to: MemberState | null
  /**
   * `refused`: not before the suspension is lifted. `quiet`: noted below the suspension, which
   * goes on, so no mail is sent. `only`: there must be a suspension.
   */
  whileSuspended: 'refused' | 'quiet' | 'only'
  effects: readonly MoveEffect[]
  /** Left out where the state before was `noob`, who had no access to get back. */
  notFromNoob?: MoveEffect
}

const notActive = ['noob', 'inactive', 'accountonly'] as const

/** Every way from one state to another; `docs/guide/member-states.md` is written from it. */
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
    on: 'Lift suspension',
    from: memberStates,
    to: null,
    whileSuspended: 'only',
    effects: ['mailLifted'],
  },
  completeSignup: {
    by: 'member',
    on: 'Finishes joining and pays',
    from: notActive,
    to: 'active',
    whileSuspended: 'refused',
    effects: ['grantDefaults', 'mailWelcome', 'tellAdministrators'],
  },
  skipSignup: {
    by: 'member',
    on: 'Keeps an account without membership',
    from: ['noob'],
    to: 'accountonly',
    whileSuspended: 'refused',
    effects: [],
  },
  invoicePaid: {
    by: 'system',
    on: 'A plan invoice is paid',
    from: notActive,
    to: 'active',
    whileSuspended: 'quiet',
    effects: ['grantDefaults', 'mailEnabled'],
    notFromNoob: 'mailEnabled',
  },
  subscriptionEnded: {
    by: 'system',
    on: 'The plan ends',
    from: ['noob', 'active', 'accountonly'],
    to: 'inactive',
    whileSuspended: 'quiet',
    effects: ['endVisit', 'mailDisabled'],
    notFromNoob: 'mailDisabled',
  },
} as const satisfies Record<string, MoveRule>

export type MoveName = keyof typeof moves

/** The state as the API has it: a suspended member is inactive. */
export const stateOf = (standing: StandingFacts): MemberState =>
  standing.isSuspended ? 'inactive' : standing.membership

/** Whether granted doors open at all. */
export const isLetIn = (standing: StandingFacts): boolean => stateOf(standing) === 'active'

export type MoveResult =
  | { outcome: 'moved'; standing: StandingFacts; effects: readonly MoveEffect[]; tellsDoors: boolean }
  /** The member is in that state already. */
  | { outcome: 'nothing' }
  | { outcome: 'suspended' | 'impossible' }

/** Effects without a mail, which happen below a suspension too. */
const silent: readonly MoveEffect[] = ['grantDefaults', 'endVisit']

const effectsOf = (move: MoveRule, before: StandingFacts): readonly MoveEffect[] => {
  const isQuiet = before.isSuspended && move.whileSuspended === 'quiet'
  const effects = isQuiet ? move.effects.filter((effect) => silent.includes(effect)) : move.effects
  return effects.filter((effect) => before.membership !== 'noob' || effect !== move.notFromNoob)
}

/** The standing a move leads to, and what follows. */
export const moveMember = (before: StandingFacts, name: MoveName): MoveResult => {
  const move: MoveRule = moves[name]
  if (name === 'suspend' && before.isSuspended) return { outcome: 'nothing' }
  if (move.whileSuspended === 'only' && !before.isSuspended) return { outcome: 'nothing' }
  if (move.whileSuspended === 'refused' && before.isSuspended) return { outcome: 'suspended' }
  if (!move.from.includes(before.membership)) {
    return { outcome: before.membership === move.to ? 'nothing' : 'impossible' }
  }
  const after: StandingFacts = {
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
export const staffActionsFor = (standing: StandingFacts): StaffAction[] => {
  const possible = staffActions.filter((action) => moveMember(standing, action).outcome === 'moved')
  if (!possible.includes('makeMember')) return possible
  return possible.filter((action) => action !== 'activate')
}
