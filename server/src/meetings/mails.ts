import { dateFormat, sayCount } from '@spacekeeper/contract/formatters.ts'
import type { LetterKind } from '@spacekeeper/contract/meetings/words.ts'
import { greet } from '#platform/mail/greet.ts'
import { type MailSite, type MailTemplate, mailTemplate } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { pathOfMeeting } from './ics.ts'
import { type LetterFacts, nameOfLetter } from './letter-facts.ts'

type MeetingMailFacts = { firstName: string; meeting: LetterFacts }

/** "Monday, 1 March 2027 at 19:00 AEST": the time of the space, which its name says. */
const whenOf = ({ startsAt }: LetterFacts, { settings }: MailSite) =>
  dateFormat(settings.SITE_LOCALE_CURRENCY, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: settings.SITE_TIME_ZONE,
    timeZoneName: 'short',
  }).format(new Date(startsAt))

const dayOf = ({ startsAt }: LetterFacts, { settings }: MailSite) =>
  dateFormat(settings.SITE_LOCALE_CURRENCY, {
    day: 'numeric',
    month: 'long',
    timeZone: settings.SITE_TIME_ZONE,
  }).format(new Date(startsAt))

const factsOf = (meeting: LetterFacts, site: MailSite) => [
  { label: 'When', value: whenOf(meeting, site) },
  ...(meeting.place === '' ? [] : [{ label: 'Where', value: meeting.place }]),
  ...(meeting.link === '' ? [] : [{ label: 'From elsewhere', value: meeting.link }]),
  ...(meeting.chair === '' ? [] : [{ label: 'Chair', value: meeting.chair }]),
  ...meeting.items.map((title, at) => ({ label: `Item ${at + 1}`, value: title })),
]

const buttonOf = (meeting: LetterFacts, { url }: MailSite) => ({
  label: 'Open the meeting',
  url: `${url}${pathOfMeeting(meeting.meetingId)}`,
})

const paragraphsOf = (text: string) => text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '')

const documentsOf = ({ files }: LetterFacts) =>
  files === 0
    ? []
    : [
        sayCount(files, {
          one: 'A document for it is in the portal.',
          other: '{count} documents for it are in the portal.',
        }),
      ]

const sampleMeeting: LetterFacts = {
  meetingId: 1,
  type: 'agm',
  ownName: '',
  startsAt: '2027-03-01T09:00:00.000Z',
  minutesPlanned: 120,
  chair: 'Alex Sample',
  place: '12 River Road',
  link: '',
  description: 'We look back on the year and elect a new committee.',
  items: ['Welcome', 'Report of the treasurer', 'Election of the committee'],
  files: 2,
  sequence: 0,
  reason: 'The hall has no heating that week.',
  isMoved: true,
  isRollLapsed: true,
}

const sample: MeetingMailFacts = { firstName: 'Sam', meeting: sampleMeeting }

export const meetingInvitationMail = mailTemplate<MeetingMailFacts>({
  kind: 'meetingInvitation',
  write: ({ firstName, meeting }, site): Mail => ({
    subject: `You’re invited: ${nameOfLetter(meeting)} on ${dayOf(meeting, site)}`,
    greeting: greet({ firstName }),
    paragraphs: [
      `You’re invited to this meeting of ${site.siteName}: ${nameOfLetter(meeting)}.`,
      ...paragraphsOf(meeting.description),
      ...documentsOf(meeting),
    ],
    facts: factsOf(meeting, site),
    button: buttonOf(meeting, site),
    footnotes: ['The attached file puts it into your calendar.'],
  }),
  sample,
})

const meetingUpdateMail = mailTemplate<MeetingMailFacts>({
  kind: 'meetingUpdate',
  write: ({ firstName, meeting }, site) => ({
    subject: `Changed: ${nameOfLetter(meeting)} is on ${dayOf(meeting, site)}`,
    greeting: greet({ firstName }),
    paragraphs: [
      `The time or place of ${nameOfLetter(meeting)} has changed. The new details:`,
      ...(meeting.isMoved ? ['If you had said that you can’t come, please say so again for the new time.'] : []),
      ...(meeting.isRollLapsed ? ['Who may vote is decided again, by the members some days before the new date.'] : []),
    ],
    facts: factsOf(meeting, site),
    button: buttonOf(meeting, site),
    footnotes: ['The attached file changes it in your calendar.'],
  }),
  sample,
})

const meetingCancelledMail = mailTemplate<MeetingMailFacts>({
  kind: 'meetingCancelled',
  write: ({ firstName, meeting }, site) => ({
    subject: `Cancelled: ${nameOfLetter(meeting)} on ${dayOf(meeting, site)}`,
    greeting: greet({ firstName }),
    paragraphs: [
      `This meeting won’t take place: ${nameOfLetter(meeting)}, ${whenOf(meeting, site)}.`,
      ...paragraphsOf(meeting.reason),
    ],
    button: { label: 'Open the meetings', url: `${site.url}/tools/meetings` },
    footnotes: ['The attached file removes it from your calendar.'],
  }),
  sample,
})

const meetingReminderMail = mailTemplate<MeetingMailFacts>({
  kind: 'meetingReminder',
  write: ({ firstName, meeting }, site) => ({
    subject: `Reminder: ${nameOfLetter(meeting)} on ${dayOf(meeting, site)}`,
    greeting: greet({ firstName }),
    paragraphs: [`This meeting of ${site.siteName} is soon: ${nameOfLetter(meeting)}.`, ...documentsOf(meeting)],
    facts: factsOf(meeting, site),
    button: buttonOf(meeting, site),
  }),
  sample,
})

/** The mail of each kind of letter. */
export const letterMails: Record<LetterKind, MailTemplate<MeetingMailFacts>> = {
  invitation: meetingInvitationMail,
  update: meetingUpdateMail,
  cancellation: meetingCancelledMail,
  reminder: meetingReminderMail,
}

export const meetingMails = Object.values(letterMails)
