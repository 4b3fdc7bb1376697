/** What kinds of meetings there are, by the names existing clients send, and what each is called in lists. */
export const meetingTypeLabels = { general: 'General', agm: 'Annual General', other: 'Other' } as const

export type MeetingType = keyof typeof meetingTypeLabels

export const meetingTypes = ['general', 'agm', 'other'] as const satisfies readonly MeetingType[]

const typeNames: Record<MeetingType, string> = {
  general: 'General meeting',
  agm: 'Annual general meeting',
  other: 'Meeting',
}

/** What a meeting is called: its own name, or its kind. */
export const meetingName = ({ type, name }: { type: MeetingType; name: string }): string =>
  name === '' ? typeNames[type] : name

/** A meeting is planned until staff open it, on until they close it, then over. */
export const meetingPhases = ['planned', 'on', 'over', 'cancelled'] as const

export type MeetingPhase = (typeof meetingPhases)[number]

type PhaseFacts<At> = { openedAt: At | null; closedAt: At | null; cancelledAt: At | null }

export const meetingPhase = <At>({ openedAt, closedAt, cancelledAt }: PhaseFacts<At>): MeetingPhase => {
  if (cancelledAt !== null) return 'cancelled'
  if (closedAt !== null) return 'over'
  return openedAt === null ? 'planned' : 'on'
}

/** What members are mailed about a meeting. */
export const letterKinds = ['invitation', 'update', 'cancellation', 'reminder'] as const

export type LetterKind = (typeof letterKinds)[number]

export const mostItems = 50

export const mostMeetingFiles = 20

export const maxMeetingFileBytes = 10_000_000

export const longestMinutes = 100_000

/** A date and a time where the space is, such as `2027-03-01 19:00`. */
export const localTimePattern = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}$/
