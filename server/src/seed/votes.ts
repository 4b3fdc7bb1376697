import { countVotes } from '@spacekeeper/contract/votes/counting.ts'
import type { Choice } from '@spacekeeper/contract/votes/shapes.ts'
import { type Kysely, sql } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { fullName } from '#platform/shown-name.ts'
import { aMotion, type MotionFactoryFacts } from '../votes/factory.ts'
import type { SeededAttendance } from './attendance.ts'
import { type CastMember, memberNamed } from './cast.ts'
import type { SeededMeetings } from './meetings.ts'
import { createRandom, type Random } from './random.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

type Past = SeededMeetings['past']

type TellMotion = (random: Random) => Choice

type ToldMotion = MotionFactoryFacts & { minutes: number; tell: TellMotion }

/** Some vote against and some abstain, the more the less it is liked. */
const liked =
  (share: number): TellMotion =>
  (random) => ({ kind: 'motion', vote: random.chance(0.08) ? 'abstain' : random.chance(share) ? 'for' : 'against' })

/** Some names are liked better than others, and few members rank all of them. */
const ranked =
  (weights: readonly number[]): TellMotion =>
  (random) => {
    const order = weights
      .map((weight, position) => ({ position, at: random.next() / weight }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ position }) => position)
    return { kind: 'ranked', options: order.slice(0, random.whole(2, weights.length)) }
  }

const pastMotions = (cast: readonly CastMember[]): ToldMotion[] => {
  const names = ['Margit', 'Tomasz', 'Amara', 'Noor', 'Pekka'].map((name) => fullName(memberNamed(cast, name)))
  return [
    {
      title: 'Second extractor for the woodshop',
      details: 'The meeting decides to buy a second extractor for the woodshop, for at most 2,400.',
      shareOf: 'present',
      minutes: 55,
      tell: liked(0.86),
    },
    {
      title: 'Opening on Sunday mornings',
      details: 'The space opens on Sundays from 8:00. This changes the house rules, which takes two thirds.',
      share: { numerator: 2, denominator: 3 },
      minutes: 72,
      tell: liked(0.45),
    },
    {
      title: 'Election of the committee',
      details: 'Three seats, for one year.',
      seats: 3,
      options: names,
      minutes: 90,
      tell: ranked([5, 4, 2, 2, 3]),
    },
  ]
}

type StoredVotes = { motionId: number; voters: readonly number[]; choices: readonly Choice[]; at: Date }

const insertVotes = async (db: Kysely<Database>, { motionId, voters, choices, at }: StoredVotes) => {
  await db
    .insertInto('vote_marks')
    .values(voters.map((id) => ({ motion_id: motionId, principal_id: id, caster_id: id })))
    .execute()
  await db
    .insertInto('open_votes')
    .values(
      voters.map((id, index) => ({
        motion_id: motionId,
        principal_id: id,
        choice: JSON.stringify(choices[index]),
        cast_at: at,
      })),
    )
    .execute()
}

type PastVote = { told: ToldMotion; position: number; past: Past; attendance: SeededAttendance }

/** A vote of the past meeting, as it was opened, cast and counted. */
const seedPastVote = async (db: Kysely<Database>, { told, position, past, attendance }: PastVote) => {
  const random = createRandom(`vote ${told.title}`)
  const { minutes, tell, ...facts } = told
  const openedAt = new Date(past.startsAt.getTime() + minutes * minuteMs)
  const closedAt = new Date(openedAt.getTime() + 6 * minuteMs)
  const { id: motionId } = await aMotion(db, {
    ...facts,
    meetingId: past.id,
    position,
    createdAt: new Date(past.startsAt.getTime() - 30 * dayMs),
  })
  const voters = attendance.stayed.filter(() => random.chance(0.94))
  const choices = voters.map(() => tell(random))
  await insertVotes(db, { motionId, voters, choices, at: openedAt })
  const options = facts.options?.length ?? 0
  const lot = Array.from({ length: options }, (_, at) => at).toReversed()
  const [present, roll] = [attendance.stayed.length, attendance.roll.length]
  const { needed } = attendance
  const counted = {
    method: options > 0 ? 'ranked' : 'majority',
    seats: facts.seats ?? 1,
    options,
    share: facts.share ?? null,
    shareOf: facts.shareOf ?? 'cast',
    lot,
  } as const // the literals are wanted
  await db
    .updateTable('motions')
    .set({
      opened_at: openedAt,
      closed_at: closedAt,
      published_at: closedAt,
      lot,
      present,
      roll,
      opening_counted: present,
      opening_needed: needed,
      closing_counted: present,
      closing_needed: needed,
      result: JSON.stringify(countVotes(counted, choices, { present, roll })),
    })
    .where('id', '=', motionId)
    .execute()
}

/** What the coming meeting votes on, which its proxies can be told about. */
const seedComingVotes = async (
  db: Kysely<Database>,
  { cast, meetingId }: { cast: readonly CastMember[]; meetingId: number },
) => {
  await aMotion(db, {
    meetingId,
    title: 'Three hours at a time on the laser cutter',
    details: 'On weekday evenings a member uses the laser cutter for at most three hours, as long as others wait.',
  })
  await aMotion(db, {
    meetingId,
    position: 1,
    ballot: 'secret',
    method: 'approval',
    title: 'Election of the auditors',
    details: 'Two members look at the accounts of this year.',
    seats: 2,
    options: ['Saoirse', 'Åsa', 'Kwabena'].map((name) => fullName(memberNamed(cast, name))),
  })
}

/** A vote that is open now: many have voted, and the personas of the demonstration have not. */
const seedOpenVote = async (services: Services, cast: readonly CastMember[]) => {
  const db = services.db as unknown as Kysely<Database> // seeds write rows as they are
  const now = services.now()
  const { id: motionId } = await aMotion(db, {
    title: 'Which bench for the electronics lab?',
    details: 'We have room for one more. Rank those you like; the money for it is there.',
    options: ['A bench to stand at', 'A bench for two with a microscope', 'No bench, but a second 3D printer'],
    closesAt: new Date(now.getTime() + 3 * dayMs),
    createdAt: new Date(now.getTime() - 3 * dayMs),
  })
  const openedAt = new Date(now.getTime() - 2 * dayMs)
  await db
    .updateTable('motions')
    .set({ opened_at: openedAt, lot: [1, 2, 0] })
    .where('id', '=', motionId)
    .execute()
  await sql`insert into motion_roll (motion_id, member_id) select ${motionId}::int, id from members
    where membership_state = 'active' and suspended_at is null and closed_at is null`.execute(db)
  await db
    .insertInto('motion_letters')
    .values({ motion_id: motionId, kind: 'opened', created_at: openedAt, finished_at: openedAt })
    .execute()
  const roll = await db
    .selectFrom('motion_roll')
    .select('member_id')
    .where('motion_id', '=', motionId)
    .orderBy('member_id')
    .execute()
  const personas = new Set(cast.filter(({ isPersona }) => isPersona).map(({ id }) => id))
  const random = createRandom('open vote')
  const tell = ranked([3, 4, 2])
  const voters = roll.map((row) => row.member_id).filter((id) => !personas.has(id) && random.chance(0.4))
  if (voters.length === 0) return
  const choices = voters.map(() => tell(random))
  await insertVotes(db, { motionId, voters, choices, at: new Date(now.getTime() - dayMs) })
}

type SeedInput = { cast: readonly CastMember[]; meetings: SeededMeetings; attendance: SeededAttendance }

/** What the past meeting decided, what the coming one will, and a vote over days that is open now. */
export const seedVotes = async (services: Services, { cast, meetings, attendance }: SeedInput): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // seeds write rows as they are
  for (const [position, told] of pastMotions(cast).entries())
    await seedPastVote(db, { told, position, past: meetings.past, attendance })
  await seedComingVotes(db, { cast, meetingId: meetings.coming.id })
  await seedOpenVote(services, cast)
}
