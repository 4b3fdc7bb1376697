import type { SettingKey, Settings } from '@spacekeeper/contract/index.ts'
import type { ChangePart, Work } from './db/change.ts'
import type { Day } from './local-day.ts'

/** Settings that hold a number of days. */
type DaysKey = { [K in SettingKey]: Settings[K] extends number ? K : never }[SettingKey]

export type LeavingStepFacts = {
  leavingId: number
  memberId: number
  today: Day
  locale: string
  isClosed: boolean
  /** It was not run before. */
  isFirstTry: boolean
}

/** What became of a step. One that waits is run again the next night. */
export type LeavingOutcome = {
  state: 'done' | 'skipped' | 'waiting'
  /** What was done, or what it waits for, as staff and the member read it. */
  words: string
  /** Audit events and notices of what was done, beside that of the checklist itself. */
  parts?: readonly ChangePart[]
  /** What `undo` needs. */
  kept?: Record<string, unknown>
}

/**
 * Something that is due when a membership has ended for good. It runs in a transaction of its own that notes what became
 * of it, so it happens once; it must bear that there is nothing left to do.
 */
export type LeavingStep = {
  /** Names it in the database. */
  name: string
  title: string
  /** Where it stands among those that are due on the same day. */
  position: number
  /** How many days after the end it is due. */
  setting: DaysKey
  /** Closing the account does not do it: it goes on for the former member. */
  staysAfterClosing?: true
  run: (work: Work, facts: LeavingStepFacts) => Promise<LeavingOutcome>
  /** The member came back after it was done: puts back what needs no decision of staff. */
  undo?: (work: Work, facts: LeavingStepFacts & { kept: unknown }) => Promise<readonly ChangePart[]>
  /** What is said of it then to the member and staff; left out where it is put back. */
  toGiveBack?: string
}
