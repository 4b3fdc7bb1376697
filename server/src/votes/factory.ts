import type { MotionDraft } from '@spacekeeper/contract/votes/shapes.ts'
import type { BallotKind, CountingMethod, ShareBasis } from '@spacekeeper/contract/votes/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { aMeeting } from '../meetings/factory.ts'
import { aMember } from '../members/factory.ts'

/** An open motion, as staff write it. */
export const motionDraft: MotionDraft = {
  kind: 'motion',
  title: 'A second laser cutter',
  details: '',
  ballot: 'open',
  method: 'majority',
  seats: 1,
  share: null,
  shareOf: 'cast',
  options: [],
  opensAt: null,
  closesAt: null,
}

export type MotionFactoryFacts = {
  meetingId?: number | null
  title?: string
  details?: string
  ballot?: BallotKind
  method?: CountingMethod
  seats?: number
  options?: readonly string[]
  share?: { numerator: number; denominator: number }
  shareOf?: ShareBasis
  position?: number
  opensAt?: Date
  closesAt?: Date
  createdAt?: Date
}

/** A motion for tests and demonstrations: an open ballot by majority, not opened yet; with options it is an election. */
export const aMotion = async (db: Kysely<Database>, facts: MotionFactoryFacts = {}): Promise<{ id: number }> => {
  const options = facts.options ?? []
  const { id } = await db
    .insertInto('motions')
    .values({
      meeting_id: facts.meetingId ?? null,
      kind: options.length > 0 ? 'election' : 'motion',
      title: facts.title ?? 'A second laser cutter',
      details: facts.details ?? '',
      ballot: facts.ballot ?? 'open',
      method: facts.method ?? (options.length > 0 ? 'ranked' : 'majority'),
      seats: facts.seats ?? 1,
      share_numerator: facts.share?.numerator ?? null,
      share_denominator: facts.share?.denominator ?? null,
      share_of: facts.shareOf ?? 'cast',
      position: facts.position ?? 0,
      opens_at: facts.opensAt ?? null,
      closes_at: facts.closesAt ?? null,
      created_at: facts.createdAt ?? new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = options.map((name, position) => ({ motion_id: id, position, name }))
  if (rows.length > 0) await db.insertInto('motion_options').values(rows).execute()
  return { id }
}

type ProxyFactoryFacts = { meetingId: number; principalId: number; holderId: number; at?: Date }

/** An accepted proxy. */
export const anAcceptedProxy = async (db: Kysely<Database>, facts: ProxyFactoryFacts): Promise<{ id: number }> => {
  const { meetingId, principalId, holderId, at = new Date() } = facts
  return db
    .insertInto('proxies')
    .values({
      meeting_id: meetingId,
      member_id: principalId,
      member_city: 'Riverton',
      holder_id: holderId,
      holder_city: 'Riverton',
      created_at: at,
      accepted_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** A meeting that is on, with some members on its roll who are there, and some who are not. */
export const aMeetingThatIsOn = async (
  db: Kysely<Database>,
  { here, away = 0, at = new Date() }: { here: number; away?: number; at?: Date },
): Promise<{ meetingId: number; here: number[]; away: number[] }> => {
  const { id: meetingId } = await aMeeting(db, { startsAt: at, openedAt: at, rollFrozenAt: at })
  const ids: number[] = []
  for (let made = 0; made < here + away; made += 1) ids.push((await aMember(db)).id)
  if (ids.length > 0)
    await db
      .insertInto('meeting_roll')
      .values(ids.map((id) => ({ meeting_id: meetingId, member_id: id })))
      .execute()
  const present = ids.slice(0, here)
  if (present.length > 0)
    await db
      .insertInto('meeting_attendance')
      .values(present.map((id) => ({ meeting_id: meetingId, member_id: id, arrived_at: at, how: 'name' as const })))
      .execute()
  return { meetingId, here: present, away: ids.slice(here) }
}
