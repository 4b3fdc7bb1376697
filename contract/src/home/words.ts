import { signupSteps } from '../signup/words.ts'

/**
 * The steps from an account to a card that works; a step that the space does not use is left out. `membership`: staff make
 * the member one, where members do not pay here.
 */
export const joiningSteps = ['account', 'email', ...signupSteps, 'membership'] as const

export type JoiningStep = (typeof joiningSteps)[number]

/** What a new space is set up with; the card, once a reader asks for one. */
export const setupSteps = ['name', 'contact', 'mail', 'device', 'card', 'person'] as const

export type SetupStep = (typeof setupSteps)[number]

/**
 * Work that waits for staff. `applications`: to decide on. `applicants`: new accounts without a membership. `paidNotJoined`: their
 * plan is paid and they are not in. `silentDevices`: offline, though they have to report. `lapsedKeys`: of owners who no longer look after devices. `heldUses`: what they cost is for staff to decide.
 * `longUses`: go on beyond the time that is charged. `failedMessages`: given up in the last `failedDays`. `unconfirmed`:
 * email addresses. `openIssues`: reports that no one has begun to work on. `balanceRefunds`: leavers ask for what is left
 * of their balance. `health`: what the doctor found.
 */
export const waitingMatters = [
  'applications',
  'applicants',
  'paidNotJoined',
  'silentDevices',
  'lapsedKeys',
  'heldUses',
  'longUses',
  'openIssues',
  'balanceRefunds',
  'failedMessages',
  'unconfirmed',
  'noMailServer',
  'health',
] as const

export type WaitingMatter = (typeof waitingMatters)[number]

/** So many of one kind are counted. */
export const mostWaiting = 1000

/** Messages that failed longer ago no longer wait for anybody. */
export const failedDays = 7
