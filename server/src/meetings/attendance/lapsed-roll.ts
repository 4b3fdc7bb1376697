import type { Work } from '#platform/db/change.ts'
import { within } from '#platform/db/change.ts'
import { localDay } from '#platform/local-day.ts'
import { longDay } from '#platform/long-day.ts'
import { mailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { listStaffWith } from '../../auth/accounts.ts'
import { queueMail } from '../../messages/outbox.ts'
import { type MeetingRow, nameOfMeeting } from '../meeting-row.ts'

type LapsedRollFacts = {
  meetingId: number
  meeting: string
  startsAt: string
  /** When it was frozen, and when it will be frozen again. */
  frozenAt: string
  freezesAt: string
  /** Names of members whom staff had added or taken off. */
  added: readonly string[]
  removed: readonly string[]
}

/** Tells staff what a meeting that moves takes with it: who may vote is decided again, and corrections have to be made again. */
export const rollLapsedMail = mailTemplate<LapsedRollFacts>({
  kind: 'rollLapsed',
  write: (facts, { url, settings }) => {
    const { SITE_TIME_ZONE: zone, SITE_LOCALE_CURRENCY: locale } = settings
    const dayOf = (at: string) => longDay(localDay(new Date(at), zone), locale)
    const isCorrected = facts.added.length + facts.removed.length > 0
    return {
      subject: `${facts.meeting} moved: its roll is frozen again`,
      paragraphs: [
        `${facts.meeting} is now on ${dayOf(facts.startsAt)}. The roll that was frozen on ${dayOf(facts.frozenAt)} no longer counts. A new one is frozen on ${dayOf(facts.freezesAt)}, with the members of that day.`,
        ...(isCorrected ? ['Corrections made by hand lapsed with it. If they still hold, make them again then.'] : []),
      ],
      facts: [
        ...facts.added.map((name) => ({ label: 'Was added', value: name })),
        ...facts.removed.map((name) => ({ label: 'Was taken off', value: name })),
      ],
      button: { label: 'Open the meeting', url: `${url}/manage/meetings/${facts.meetingId}` },
    }
  },
  sample: {
    meetingId: 1,
    meeting: 'Annual general meeting',
    startsAt: '2027-05-08T09:00:00.000Z',
    frozenAt: '2027-03-06T00:00:00.000Z',
    freezesAt: '2027-04-24T00:00:00.000Z',
    added: ['Sam Sample'],
    removed: [],
  },
})

/** Members whom staff had added to a roll by hand, or taken off it. */
const listCorrections = async ({ tx }: Work, meetingId: number) => {
  const added = await tx
    .selectFrom('meeting_roll as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.id', fullNameOf('m').as('name')])
    .where('r.meeting_id', '=', meetingId)
    .where('r.added_by', 'is not', null)
    .where('m.closed_at', 'is', null)
    .orderBy('m.id')
    .execute()
  const removed = await tx
    .selectFrom('meeting_roll_removals as x')
    .innerJoin('members as m', 'm.id', 'x.member_id')
    .select(['m.id', fullNameOf('m').as('name')])
    .where('x.meeting_id', '=', meetingId)
    .where('m.closed_at', 'is', null)
    .orderBy('m.id')
    .execute()
  return { added, removed }
}

type LapsedRoll = { meeting: MeetingRow; frozenAt: Date; startsAt: Date; freezesAt: Date }

/** Emails all staff of meetings, before the roll is emptied and in the same transaction: once. */
export const tellStaffOfLapse = async (
  work: Work,
  { meeting, frozenAt, startsAt, freezesAt }: LapsedRoll,
): Promise<void> => {
  const { added, removed } = await listCorrections(work, meeting.id)
  const mail = await writeMail(work.ctx, rollLapsedMail, {
    meetingId: meeting.id,
    meeting: nameOfMeeting(meeting),
    startsAt: startsAt.toISOString(),
    frozenAt: frozenAt.toISOString(),
    freezesAt: freezesAt.toISOString(),
    added: added.map(({ name }) => name),
    removed: removed.map(({ name }) => name),
  })
  const about = [...added, ...removed].map(({ id }) => id)
  for (const one of await listStaffWith(within(work), 'meetings'))
    await queueMail(work, { mail, envelope: { ...one, about, newsUntil: startsAt } })
}
