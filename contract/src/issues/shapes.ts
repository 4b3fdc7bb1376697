import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { fieldMessages, Lines, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { entryKinds, issueChannels, issueStates, maintenanceUnits, mostPictures, postStates } from './words.ts'

export const IssueState = z.enum(issueStates)

export type IssueState = z.infer<typeof IssueState>

export const IssueChannel = z.enum(issueChannels)

export type IssueChannel = z.infer<typeof IssueChannel>

export const PostState = z.enum(postStates)

export type PostState = z.infer<typeof PostState>

const BodyId = z.number().int().min(1).max(2_147_483_647)

/** A day of the calendar where the space is. */
const Day = z.iso.date()

/** The number of what a route names in its body. */
export const NamedId = BodyId

/** What a member reports. Existing clients send the title and the description alone. */
export const NewIssue = z.object({
  title: z.string().trim().min(1, fieldMessages.empty).pipe(Text(200)),
  description: Lines(5000).default(''),
  deviceId: BodyId.nullable().default(null),
  /** Where it is, if it is not a door or machine of the portal. */
  area: z.string().trim().pipe(Text(60)).default(''),
  isUnsafe: z.boolean().default(false),
  pictureIds: z.array(BodyId).max(mostPictures, `At most ${mostPictures} photos.`).default([]),
})

export type NewIssue = z.infer<typeof NewIssue>

/** A report of a thing, made where it stands. */
export const ThingIssue = NewIssue.pick({ title: true, description: true, isUnsafe: true })

/** What existing clients read. */
export const IssueAnswer = z.object({
  success: z.literal(true),
  /** Where the member finds the report again. */
  url: z.string().optional(),
})

export const IssuePlace = z.object({ id: z.number().int(), name: z.string() })

export type IssuePlace = z.infer<typeof IssuePlace>

/** A report that is not done yet, as every member may read it. */
export const KnownIssue = z.object({
  id: z.number().int(),
  title: z.string(),
  /** The device or area; empty where neither was named. */
  place: z.string(),
  state: IssueState.exclude(['done']),
  isUnsafe: z.boolean(),
  reportedAt: Instant,
  /** Members who have it: the reporter, and those who said so. */
  members: z.number().int(),
  isMine: z.boolean(),
  isFollowed: z.boolean(),
})

export type KnownIssue = z.infer<typeof KnownIssue>

/** A line of the history of a report. */
export const IssueEntry = z.object({
  id: z.number().int(),
  at: Instant,
  kind: z.enum(entryKinds),
  /** Who did it: for members only that it was staff. Null for the portal itself. */
  by: z.string().nullable(),
  /** The state it went to. */
  state: IssueState.nullable(),
  /** A note, the name of an owner, a day, or the title of the other report. */
  text: z.string(),
})

export type IssueEntry = z.infer<typeof IssueEntry>

/** A report of the caller, or one they said they have, too. */
export const OwnIssue = KnownIssue.omit({ state: true }).extend({
  state: IssueState,
  description: z.string(),
  pictureIds: z.array(z.number().int()),
  /** The title of the report it was merged into. */
  mergedInto: z.string().nullable(),
  doneAt: Instant.nullable(),
  entries: z.array(IssueEntry),
})

export type OwnIssue = z.infer<typeof OwnIssue>

/** A report as staff see it in lists. */
export const StaffIssue = z.object({
  id: z.number().int(),
  title: z.string(),
  device: IssuePlace.nullable(),
  area: z.string(),
  state: IssueState,
  isUnsafe: z.boolean(),
  reportedAt: Instant,
  /** Null for maintenance, and for a member who closed their account. */
  reporter: z.string().nullable(),
  isMaintenance: z.boolean(),
  owner: IssuePlace.nullable(),
  dueOn: Day.nullable(),
  isOverdue: z.boolean(),
  members: z.number().int(),
  pictures: z.number().int(),
  /** Channels that have not taken it. */
  failedChannels: z.array(IssueChannel),
})

export type StaffIssue = z.infer<typeof StaffIssue>

/** What became of sending a report to a channel. */
export const IssuePost = z.object({
  channel: IssueChannel,
  state: PostState,
  /** Where it is: the card or the task. */
  url: z.string().nullable(),
  /** Why it did not arrive yet, or what is missing there. */
  error: z.string().nullable(),
  tries: z.number().int(),
  triedAt: Instant.nullable(),
  nextTryAt: Instant.nullable(),
})

export type IssuePost = z.infer<typeof IssuePost>

export const StaffIssueDetail = StaffIssue.extend({
  description: z.string(),
  reporterId: z.number().int().nullable(),
  doneAt: Instant.nullable(),
  mergedInto: z.object({ id: z.number().int(), title: z.string() }).nullable(),
  /** The device is locked for maintenance now. */
  isLockedOut: z.boolean(),
  /** It was locked by this report. */
  hasLocked: z.boolean(),
  pictureIds: z.array(z.number().int()),
  channels: z.array(IssuePost),
  entries: z.array(IssueEntry),
})

export type StaffIssueDetail = z.infer<typeof StaffIssueDetail>

/** What staff change about a report. What is left out stays. */
export const IssueChanges = z.object({
  state: IssueState.optional(),
  ownerId: BodyId.nullable().optional(),
  dueOn: FutureDay.nullable().optional(),
})

export type IssueChanges = z.infer<typeof IssueChanges>

const mostOf = { hours: 20_000, days: 3_650, months: 120 }

/** What is done to a device again and again. */
export const MaintenanceDetails = z.object({
  title: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  instructions: Lines(2000).default(''),
  every: z.number().int('A whole number.').min(1, 'At least 1.').max(20_000),
  unit: z.enum(maintenanceUnits),
})

export type MaintenanceDetails = z.infer<typeof MaintenanceDetails>

/** The same with what goes together: hours may be many, months few. */
export const isPlausible = ({ every, unit }: Pick<MaintenanceDetails, 'every' | 'unit'>): boolean =>
  every <= mostOf[unit]

export const MaintenancePlan = MaintenanceDetails.extend({
  id: z.number().int(),
  lastDoneOn: Day,
  /** Of plans by hours: how long the machine has run since then. */
  hoursSince: z.number().nullable(),
  /** Of plans by date: the day it is due. */
  dueOn: Day.nullable(),
  isDue: z.boolean(),
  /** The report that is open because of it. */
  issueId: z.number().int().nullable(),
})

export type MaintenancePlan = z.infer<typeof MaintenancePlan>

/** Everything that was reported of a device, and what is done to it again and again. */
export const DeviceIssues = z.object({
  device: IssuePlace.extend({ kind: z.enum(['door', 'interlock', 'memberbucks']) }),
  isLockedOut: z.boolean(),
  lockoutReason: z.string().nullable(),
  /** Of all uses the portal still keeps; null for what is no machine. */
  runningSeconds: z.number().int().nullable(),
  uses: z.number().int(),
  issues: z.array(StaffIssue),
  hasMore: z.boolean(),
  plans: z.array(MaintenancePlan),
})

export type DeviceIssues = z.infer<typeof DeviceIssues>
