import type { Standing } from '@spacekeeper/contract/members/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

type StandingWords = {
  kind: StatusKind
  /** Where it is the most important thing on the screen. */
  boldKind: StatusKind
  /** As a word, in the texts of the members' screens. */
  word: string
  /** The title to the member. */
  title: string
  /** What it means; a suspension has its reason instead. */
  meaning: string | null
  /** The next step, with the address of staff and without. */
  next: readonly [string, string] | null
}

/** Every standing of a member with everything that screens say about it, as texts of the members' screens. */
export const standings = {
  active: {
    kind: 'fine',
    boldKind: 'good',
    word: 'stateActive',
    title: 'activeTitle',
    meaning: null,
    next: null,
  },
  noob: {
    kind: 'info',
    boldKind: 'info',
    word: 'stateNoob',
    title: 'noobTitle',
    meaning: 'noobText',
    next: ['nextNoob', 'nextNoobNoMail'],
  },
  inactive: {
    kind: 'none',
    boldKind: 'warning',
    word: 'stateInactive',
    title: 'inactiveTitle',
    meaning: 'inactiveText',
    next: ['nextInactive', 'nextInactiveNoMail'],
  },
  accountonly: {
    kind: 'none',
    boldKind: 'none',
    word: 'stateAccountOnly',
    title: 'accountOnlyTitle',
    meaning: 'accountOnlyText',
    next: ['nextAccountOnly', 'nextAccountOnlyNoMail'],
  },
  suspended: {
    kind: 'refused',
    boldKind: 'refused',
    word: 'stateSuspended',
    title: 'suspendedTitle',
    meaning: null,
    next: ['nextSuspended', 'nextSuspendedNoMail'],
  },
} as const satisfies Record<Standing, StandingWords>

/** A suspension by staff outweighs whatever has been paid. */
export const standingOf = ({ state, suspension }: Pick<Profile, 'state' | 'suspension'>): Standing =>
  suspension ? 'suspended' : state

export type NextTexts = NonNullable<(typeof standings)[Standing]['next']> | typeof nextUnpaid

/** Where a payment is what is missing. Staff can make a membership inactive for any other reason. */
export const isUnpaid = (inactivity: Profile['inactivity']): boolean => inactivity?.by === 'plan'

export const nextUnpaid = ['nextInactiveUnpaid', 'nextInactiveUnpaidNoMail'] as const
