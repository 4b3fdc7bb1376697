import type { Kysely } from 'kysely'
import { type Services, systemCtx } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { neededFor, type QuorumRule } from '../meetings/attendance/quorum-rules.ts'
import { changeSetting } from '../settings/settings.ts'
import { type CastMember, memberNamed } from './cast.ts'
import type { SeededMeetings } from './meetings.ts'
import { createRandom } from './random.ts'

/** The voters of the past meeting, those who were there to the end, and the quorum, for those who fill in what was decided. */
export type SeededAttendance = { roll: number[]; stayed: number[]; needed: number | null }

const minuteMs = 60_000
const rollDays = 14
const dayMs = 24 * 60 * minuteMs
/** Of the members on the roll so many in a hundred came. */
const cameInHundred = 55

const couldVote = ({ membership, joinedAt, leftAt }: CastMember, day: Date) =>
  membership !== 'noob' &&
  membership !== 'accountonly' &&
  joinedAt !== null &&
  joinedAt < day &&
  (leftAt === null || leftAt > day)

type StayRow = {
  member_id: number
  arrived_at: Date
  left_at: Date
  how: 'card' | 'code' | 'name'
  recorded_by: number | null
}

/** Most come in the half hour before; a few are late, one goes out for a while, and two leave early. */
const tellStays = (
  voters: readonly CastMember[],
  { past, staffId }: { past: SeededMeetings['past']; staffId: number },
) => {
  const random = createRandom('attendance')
  const came = voters.filter(() => random.between(0, 100) < cameInHundred)
  const at = (minutes: number) => new Date(past.startsAt.getTime() + Math.round(minutes * minuteMs))
  return came.flatMap(({ id }, index): StayRow[] => {
    const how = index % 5 === 0 ? 'name' : index % 5 === 1 ? 'code' : 'card'
    const arrived = at(index % 9 === 8 ? random.between(12, 25) : random.between(-28, 6))
    const shared = { member_id: id, how, recorded_by: how === 'name' ? staffId : null } as const // the literals are wanted
    if (index === 3)
      return [
        { ...shared, arrived_at: arrived, left_at: at(58) },
        { ...shared, arrived_at: at(71), left_at: past.closedAt },
      ]
    const leavesEarly = index === 7 || index === 11
    return [{ ...shared, arrived_at: arrived, left_at: leavesEarly ? at(95 + index) : past.closedAt }]
  })
}

const rule: QuorumRule = { kind: 'share', number: 10, percent: 20, committee: 0, countsProxies: true }

/** The roll of the past annual meeting, and who came to it; a fifth of the roll is the quorum. */
export const seedAttendance = async (
  services: Services,
  { cast, meetings: { past } }: { cast: readonly CastMember[]; meetings: SeededMeetings },
): Promise<SeededAttendance> => {
  const db = services.db as unknown as Kysely<Database> // seeds write rows as they are
  await changeSetting(systemCtx(services), { key: 'QUORUM_KIND', value: 'share' })
  const frozenOn = new Date(past.startsAt.getTime() - rollDays * dayMs)
  const voters = cast.filter((member) => couldVote(member, frozenOn))
  const stays = tellStays(voters, { past, staffId: memberNamed(cast, 'Margit').id })
  await db
    .insertInto('meeting_roll')
    .values(voters.map(({ id }) => ({ meeting_id: past.id, member_id: id })))
    .execute()
  await db
    .insertInto('meeting_attendance')
    .values(stays.map((stay) => ({ meeting_id: past.id, ...stay })))
    .execute()
  const { countsProxies: counts_proxies, ...columns } = rule
  await db
    .insertInto('meeting_quorum_rules')
    .values({ meeting_id: past.id, ...columns, counts_proxies })
    .execute()
  return {
    roll: voters.map(({ id }) => id),
    stayed: stays.filter(({ left_at: leftAt }) => leftAt === past.closedAt).map(({ member_id: id }) => id),
    needed: neededFor(rule, voters.length),
  }
}
