import type { LetterKind } from '@spacekeeper/contract/meetings/words.ts'
import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { MailFile } from '#platform/mail/mailer.ts'

/** A meeting as calendars show it. */
export type CalendarMeeting = {
  meetingId: number
  name: string
  startsAt: Date
  minutesPlanned: number
  place: string
  link: string
  description: string
  items: readonly string[]
  /** Calendars keep what has the highest. */
  sequence: number
  isCancelled: boolean
}

type CalendarSite = {
  siteName: string
  siteUrl: string
  /** Where the mails of the portal come from. */
  sender: { name: string; address: string }
  now: Date
}

type CalendarInvitee = { name: string; email: string }

const methods = {
  feed: ICalCalendarMethod.PUBLISH,
  invitation: ICalCalendarMethod.REQUEST,
  update: ICalCalendarMethod.REQUEST,
  reminder: ICalCalendarMethod.REQUEST,
  cancellation: ICalCalendarMethod.CANCEL,
} as const satisfies Record<LetterKind | 'feed', ICalCalendarMethod>

export const pathOfMeeting = (meetingId: number) => `/tools/meetings/${meetingId}`

const describe = ({ description, items, link }: CalendarMeeting) =>
  [
    ...(link === '' ? [] : [`Take part from elsewhere: ${link}`]),
    ...(description === '' ? [] : [description]),
    ...(items.length === 0 ? [] : [items.map((title, at) => `${at + 1}. ${title}`).join('\n')]),
  ].join('\n\n')

/**
 * A calendar file. All its times are in UTC: with a time zone named, the library writes times without one, which each
 * calendar would take for its own.
 */
export const writeCalendar = (
  meetings: readonly CalendarMeeting[],
  input: { site: CalendarSite; kind: keyof typeof methods; invitee?: CalendarInvitee },
): string => {
  const { site, kind, invitee } = input
  const calendar = ical({
    prodId: { company: 'Spacekeeper', product: 'Meetings', language: 'EN' },
    method: methods[kind],
    ...(kind === 'feed' && { name: `${site.siteName}: meetings`, ttl: 3600 }),
  })
  const host = new URL(site.siteUrl).hostname
  for (const meeting of meetings) {
    const event = calendar.createEvent({
      id: `meeting-${meeting.meetingId}@${host}`,
      start: meeting.startsAt,
      end: new Date(meeting.startsAt.getTime() + meeting.minutesPlanned * 60_000),
      stamp: site.now,
      sequence: meeting.sequence,
      summary: `${meeting.name}, ${site.siteName}`,
      description: describe(meeting),
      url: `${site.siteUrl}${pathOfMeeting(meeting.meetingId)}`,
      status: meeting.isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      organizer: { name: site.sender.name, email: site.sender.address },
      ...(meeting.place !== '' && { location: meeting.place }),
    })
    if (invitee) {
      event.createAttendee({
        ...invitee,
        role: ICalAttendeeRole.OPT,
        status: ICalAttendeeStatus.NEEDSACTION,
        rsvp: false,
      })
    }
  }
  return calendar.toString()
}

/** The same as a file of a mail: programs that know the method put it into the calendar of their reader. */
export const calendarFile = (content: string, kind: LetterKind): MailFile => ({
  name: kind === 'cancellation' ? 'cancelled.ics' : 'meeting.ics',
  mediaType: `text/calendar; charset=utf-8; method=${methods[kind]}`,
  content: Buffer.from(content),
})
