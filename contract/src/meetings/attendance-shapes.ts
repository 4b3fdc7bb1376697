import { z } from 'zod'
import { someKeysOf } from '../keys-of.ts'
import { Instant } from '../route.ts'
import { arrivalWays, quorumKinds, rollReasonWords, rollStateWords } from './attendance-words.ts'
import { meetingPhases } from './words.ts'

/** Why a member may not vote at a meeting; null for those who may. */
const Reason = z.enum(someKeysOf(rollReasonWords)).nullable()

/** Who is on a roll, as it is frozen or as it would be today. */
export const RollRow = z.object({
  memberId: z.number().int(),
  /** As staff read it. */
  name: z.string(),
  isOn: z.boolean(),
  reason: Reason,
  /** Staff changed it after it was frozen, and why. */
  isByHand: z.boolean(),
  note: z.string(),
})

export type RollRow = z.infer<typeof RollRow>

export const MeetingRoll = z.object({
  /** Null: it follows the members until then. */
  frozenAt: Instant.nullable(),
  freezesAt: Instant,
  /** False once the meeting was opened. */
  canFreeze: z.boolean(),
  /** False once the meeting was closed or cancelled. */
  canCorrect: z.boolean(),
  rule: z.object({
    states: z.array(z.enum(someKeysOf(rollStateWords))),
    months: z.number().int(),
    plans: z.array(z.string()),
  }),
  /** How many are on the roll, whatever was searched for. */
  onRoll: z.number().int(),
  /** How many rows there are of what was asked for. */
  found: z.number().int(),
  rows: z.array(RollRow),
})

export type MeetingRoll = z.infer<typeof MeetingRoll>

/** A moment at which there were enough, or no longer. */
const QuorumChange = z.object({
  at: Instant,
  isReached: z.boolean(),
  present: z.number().int(),
  represented: z.number().int(),
})

export const QuorumMeter = z.object({
  kind: z.enum(quorumKinds),
  /** Null where there is no quorum. */
  needed: z.number().int().nullable(),
  onRoll: z.number().int(),
  /** Members on the roll who are there. */
  present: z.number().int(),
  /** Members on the roll whose proxy is there. */
  represented: z.number().int(),
  /** Members who are there and not on the roll. */
  guests: z.number().int(),
  countsProxies: z.boolean(),
  isReached: z.boolean(),
  /** Since when it is reached or lost; null before the meeting was opened. */
  since: Instant.nullable(),
  /** From the opening on, oldest first. */
  changes: z.array(QuorumChange),
})

export type QuorumMeter = z.infer<typeof QuorumMeter>

const Phase = z.enum(meetingPhases)

/** A member who is or was at a meeting. */
export const Attendee = z.object({
  /** Of the latest stay. */
  attendanceId: z.number().int(),
  memberId: z.number().int(),
  name: z.string(),
  arrivedAt: Instant,
  /** Null while the member is there. */
  leftAt: Instant.nullable(),
  /** When the first of several stays began. */
  firstArrivedAt: Instant,
  how: z.enum(arrivalWays),
  /** Null: they did it themselves. */
  recordedBy: z.string().nullable(),
  isOnRoll: z.boolean(),
  /** For how many others they vote. */
  proxies: z.number().int(),
})

export type Attendee = z.infer<typeof Attendee>

export const MeetingAttendance = z.object({
  phase: Phase,
  openedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  /** From when on members can check in. */
  checkInFrom: Instant,
  isCheckInOpen: z.boolean(),
  meter: QuorumMeter,
  agenda: z.array(z.object({ id: z.number().int(), title: z.string() })),
  currentItemId: z.number().int().nullable(),
  people: z.array(Attendee),
})

export type MeetingAttendance = z.infer<typeof MeetingAttendance>

/** A member staff may tick. */
export const AttendeeCandidate = z.object({
  memberId: z.number().int(),
  name: z.string(),
  isHere: z.boolean(),
  isOnRoll: z.boolean(),
})

export type AttendeeCandidate = z.infer<typeof AttendeeCandidate>

/** What became of a card, a code or a name. */
export const CheckInOutcome = z.object({
  meetingName: z.string(),
  /** Of this stay; null for a member who was not there and leaves. */
  attendanceId: z.number().int().nullable(),
  name: z.string(),
  result: z.enum(['arrived', 'returned', 'alreadyHere', 'left', 'notHere']),
  mayVote: z.boolean(),
  /** Null at a kiosk, too, where others read it. */
  reason: Reason,
  /** What staff wrote who took the member off the roll. */
  note: z.string(),
  /** For how many others the member votes. */
  proxies: z.number().int(),
  /** The proxy of the member ended, because they came themselves. */
  hasEndedProxy: z.boolean(),
})

export type CheckInOutcome = z.infer<typeof CheckInOutcome>

/** A member's own part in a meeting. */
export const OwnAttendance = z.object({
  meetingName: z.string(),
  phase: Phase,
  startsAt: Instant,
  mayVote: z.boolean(),
  reason: Reason,
  note: z.string(),
  frozenAt: Instant.nullable(),
  freezesAt: Instant,
  isCheckInOpen: z.boolean(),
  /** Null while the member is not there. */
  presentSince: Instant.nullable(),
  currentItem: z.string().nullable(),
  meter: QuorumMeter,
})

export type OwnAttendance = z.infer<typeof OwnAttendance>

/** A kiosk at which members may check in. */
export const CheckInKiosk = z.object({
  kioskId: z.number().int(),
  name: z.string(),
  isOnline: z.boolean(),
  /** For this meeting, for another one, or not at all. */
  state: z.enum(['here', 'elsewhere', 'off']),
})

export type CheckInKiosk = z.infer<typeof CheckInKiosk>

/** What the wall of a meeting shows; no names. */
export const MeetingWall = z.object({
  name: z.string(),
  startsAt: Instant,
  phase: Phase,
  openedAt: Instant.nullable(),
  meter: QuorumMeter,
  currentItem: z.string().nullable(),
  /** What phones open to check in; null while members can’t. */
  checkInUrl: z.string().nullable(),
  /** The vote that is open now, without how any member voted. */
  vote: z
    .object({ title: z.string(), isSecret: z.boolean(), cast: z.number().int(), entitled: z.number().int() })
    .nullable(),
  /** The screen that asks checks members in by card. */
  isCheckInKiosk: z.boolean(),
})

export type MeetingWall = z.infer<typeof MeetingWall>
