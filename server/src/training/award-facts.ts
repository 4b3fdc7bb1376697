// On its own: what gives awards, ends them and lists them all need it.
import { type RawBuilder, sql } from 'kysely'
import type { Notice } from '#platform/live/channel.ts'
import { type Audience, screens } from '#platform/live/screens.ts'
import type { Day } from '#platform/local-day.ts'
import { doorListNotices } from '../devices/channels.ts'

/** Above so many members one notice goes to everybody instead of one to each. */
const mostTold = 20

const bothTopics = (audience: Audience): Notice[] => [
  screens.notice({ topic: 'training', audience }),
  screens.notice({ topic: 'access', audience }),
]

/** What a certificate is and who needs it is on the screens of everybody. */
export const trainingChanged = bothTopics('everybody')

/** The doors, the screens of these members and those of staff hear that certificates were awarded or ended. */
export const awardNotices = (memberIds: readonly number[]): Notice[] => [
  ...doorListNotices('memberIds', memberIds),
  ...(memberIds.length > mostTold
    ? trainingChanged
    : [...memberIds.flatMap((memberId) => bothTopics({ memberId })), ...bothTopics({ staff: ['members', 'access'] })]),
]

/** When the award `a` of the certificate `c` ends, as things are: on a fixed day, or when it is not used for so long. */
export const endsOn = (zone: string): RawBuilder<Day | null> =>
  sql<Day | null>`least(a.expires_on,
    greatest((a.at at time zone ${zone}::text)::date, a.used_on) + c.unused_days)`

/** The award `a` still counts on this day. */
export const isCurrent = (today: Day): RawBuilder<boolean> =>
  sql<boolean>`(a.ended_at is null and (a.expires_on is null or a.expires_on > ${today}::date))`

/** Whether the newest award of a certificate to the row `m` of `members` was taken away. */
export const wasWithdrawn = (certificateId: number | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`coalesce((select w.end_kind = 'withdrawn' from awards w
    where w.member_id = m.id and w.certificate_id = ${certificateId} order by w.id desc limit 1), false)`
