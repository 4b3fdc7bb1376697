import { z } from 'zod'
import { inFuture } from '../days.ts'
import { ofKind } from '../field-words.ts'
import { fieldMessages, Lines, Text, TextVersion } from '../fields.ts'
import { Id, Instant, type Upload } from '../route.ts'
import { letterKinds, localTimePattern, maxMeetingFileBytes, meetingPhases, meetingTypes } from './words.ts'

export const MeetingParams = z.object({ meetingId: Id })

export const MeetingItemParams = z.object({ meetingId: Id, itemId: Id })

export const MeetingFileParams = z.object({ meetingId: Id, fileId: Id })

/** A date and a time where the space is, without a zone, as existing clients send it. */
export const MeetingTime = inFuture(
  z
    .string()
    .trim()
    .min(1, { error: fieldMessages.empty, abort: true })
    .regex(localTimePattern, 'Enter a date and a time, such as 2027-03-01 19:00.'),
  'minute',
)

export const PlannedMinutes = z
  .number(ofKind('Enter a number of minutes.'))
  .int('A whole number of minutes.')
  .min(15, 'At least 15 minutes.')
  .max(1440)

const Chair = z.string().trim().pipe(Text(60))

/** What staff set of a meeting besides its kind. */
const meetingFields = {
  date: MeetingTime,
  chair: Chair,
  name: z.string().trim().pipe(Text(100)),
  description: Lines(5000),
  place: z.string().trim().pipe(Text(200)),
  link: z
    .string()
    .trim()
    .max(500)
    .regex(/^(?:https?:\/\/\S+)?$/i, 'Enter a web address that begins with https://, or nothing.'),
  minutesPlanned: PlannedMinutes,
  invitesItself: z.boolean(),
}

export const NewMeeting = z.object({
  // Existing clients send what their field of choices holds.
  type: z.object({ value: z.enum(meetingTypes, 'Choose a type.') }, 'Choose a type.'),
  date: meetingFields.date,
  chair: meetingFields.chair.default(''),
  name: meetingFields.name.default(''),
  description: meetingFields.description.default(''),
  place: meetingFields.place.default(''),
  link: meetingFields.link.default(''),
  minutesPlanned: meetingFields.minutesPlanned.default(120),
  /** Left out: as soon as there is a day for it. */
  invitesItself: meetingFields.invitesItself.optional(),
})

export type NewMeeting = z.infer<typeof NewMeeting>

/** What is left out stays. A type is only taken if it is the one the meeting has. */
export const MeetingChange = z
  .object(meetingFields)
  .partial()
  .extend({
    type: z.object({ value: z.string() }, 'Choose a type.').or(z.string()).optional(),
  })

export type MeetingChange = z.infer<typeof MeetingChange>

/** The kind of a meeting in all shapes in which it is read: the label, as existing clients have it, the value, and both. */
const typeFields = {
  type: z.string(),
  typeValue: z.enum(meetingTypes),
  meetingType: z.object({ label: z.string(), value: z.enum(meetingTypes) }),
}

/** A meeting in the list of staff. Existing clients read the first eight. */
export const MeetingSummary = z.object({
  id: z.number().int(),
  date: Instant,
  chair: z.string(),
  ...typeFields,
  attendeeCount: z.number().int(),
  attendees: z.array(z.string()),
  proxyList: z.array(z.object({ name: z.string(), proxyName: z.string(), date: Instant })),
  name: z.string(),
  description: z.string(),
  place: z.string(),
  phase: z.enum(meetingPhases),
  isPast: z.boolean(),
  isInvited: z.boolean(),
  hasMinutes: z.boolean(),
})

export type MeetingSummary = z.infer<typeof MeetingSummary>

export const AgendaItem = z.object({
  id: z.number().int(),
  title: z.string(),
  details: z.string(),
})

export type AgendaItem = z.infer<typeof AgendaItem>

export const AgendaItemFields = z.object({
  title: z.string().trim().min(1, fieldMessages.empty).pipe(Text(200)),
  details: Lines(5000),
})

export const MeetingFile = z.object({
  id: z.number().int(),
  itemId: z.number().int().nullable(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.number().int(),
  addedAt: Instant,
})

export type MeetingFile = z.infer<typeof MeetingFile>

/** What went out about a meeting, and how far it is. */
export const MeetingLetter = z.object({
  id: z.number().int(),
  kind: z.enum(letterKinds),
  at: Instant,
  by: z.string().nullable(),
  recipients: z.number().int(),
  written: z.number().int(),
})

export type MeetingLetter = z.infer<typeof MeetingLetter>

const meetingFacts = {
  id: z.number().int(),
  ...typeFields,
  /** Its own name, which may be empty. */
  ownName: z.string(),
  /** What it is called. */
  name: z.string(),
  startsAt: Instant,
  /** The same where the space is. */
  date: z.string(),
  minutesPlanned: z.number().int(),
  chair: z.string(),
  place: z.string(),
  link: z.string(),
  description: z.string(),
  phase: z.enum(meetingPhases),
  isPast: z.boolean(),
  /** It was opened, or its time has come: its date stays, and it is neither announced nor declined any more. */
  hasBegun: z.boolean(),
  openedAt: Instant.nullable(),
  closedAt: Instant.nullable(),
  cancelledAt: Instant.nullable(),
  items: z.array(AgendaItem),
  files: z.array(MeetingFile),
}

/** A meeting as members read it; its minutes once they are published. */
export const MemberMeeting = z.object({
  ...meetingFacts,
  /** The reader said that they can’t come. */
  isAway: z.boolean(),
  minutes: z.string().nullable(),
  minutesPublishedAt: Instant.nullable(),
})

export type MemberMeeting = z.infer<typeof MemberMeeting>

export const StaffMeeting = z.object({
  ...meetingFacts,
  minutes: z.string(),
  minutesVersion: TextVersion,
  minutesPublishedAt: Instant.nullable(),
  invitesItself: z.boolean(),
  /** When invitations leave by themselves; null: they do not, or have left. */
  invitesAt: Instant.nullable(),
  invitedAt: Instant.nullable(),
  remindedAt: Instant.nullable(),
  /** Members who were invited and would be told of changes. */
  invitedCount: z.number().int(),
  letters: z.array(MeetingLetter),
  /** Members who said that they can’t come, by name; at most 500. */
  apologies: z.array(z.string()),
  rollFrozenAt: Instant.nullable(),
  /** What deleting it takes along. */
  goesWithIt: z.object({ proxies: z.number().int(), attendance: z.number().int(), motions: z.number().int() }),
})

export type StaffMeeting = z.infer<typeof StaffMeeting>

export const MeetingInvitation = z.object({
  /** Members who would be written to now: those who may come and were not invited yet. */
  count: z.number().int(),
  someNames: z.array(z.string()),
  /** Active members who have not confirmed their address. */
  unverified: z.number().int(),
  subject: z.string(),
  html: z.string(),
  isMailConfigured: z.boolean(),
})

export type MeetingInvitation = z.infer<typeof MeetingInvitation>

/** In the list of members. */
export const MemberMeetingRow = z.object({
  id: z.number().int(),
  name: z.string(),
  startsAt: Instant,
  place: z.string(),
  phase: z.enum(meetingPhases),
  isPast: z.boolean(),
  hasMinutes: z.boolean(),
})

export type MemberMeetingRow = z.infer<typeof MemberMeetingRow>

export const CalendarAddress = z.object({ madeAt: Instant, readAt: Instant.nullable() })

export type CalendarAddress = z.infer<typeof CalendarAddress>

/** What it really is, is read off the file. */
export const meetingFileUpload = {
  mediaTypes: ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'application/octet-stream'],
  maxBytes: maxMeetingFileBytes,
} as const satisfies Upload
