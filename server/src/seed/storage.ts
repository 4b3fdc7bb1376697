import type { PlaceKind } from '@spacekeeper/contract/storage/words.ts'
import type { Kysely } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { type CastMember, memberNamed, timeOn } from './cast.ts'

type SeededHolder = { firstName: string; daysAgo: number; untilOn?: Day }

/** A member for each way a place can stand; the others are free. */
const holdersOf = (today: Day): Record<string, SeededHolder> => ({
  A1: { firstName: 'Bo', daysAgo: 400, untilOn: addDays(today, 9) },
  A2: { firstName: 'Amara', daysAgo: 320 },
  A3: { firstName: 'Jonas', daysAgo: 210, untilOn: addDays(today, -5) },
  A5: { firstName: 'Tariq', daysAgo: 150, untilOn: addDays(today, 120) },
  B1: { firstName: 'Elif', daysAgo: 90 },
  L1: { firstName: 'Priya', daysAgo: 60, untilOn: addDays(today, 200) },
})

const rowsOf = (prefix: string, many: number, kind: PlaceKind, area: string) =>
  Array.from({ length: many }, (_, place) => ({ code: `${prefix}${place + 1}`, kind, area }))

const places = [
  ...rowsOf('A', 12, 'shelf', 'Basement'),
  ...rowsOf('B', 6, 'box', 'Electronics lab'),
  ...rowsOf('L', 4, 'locker', 'Corridor'),
  ...rowsOf('P', 2, 'pallet', 'Yard'),
]

const storeRequests = async (
  db: Kysely<Database>,
  { cast, now }: { cast: readonly CastMember[]; now: Date },
): Promise<void> => {
  await db
    .insertInto('storage_requests')
    .values([
      {
        member_id: memberNamed(cast, 'Pekka').id,
        kind: 'pallet',
        note: 'Oak boards for a table, about three months.',
        asked_at: timeOn(now, { daysAgo: 11, hour: 19 }),
      },
      {
        member_id: memberNamed(cast, 'Yuki').id,
        kind: null,
        note: '',
        asked_at: timeOn(now, { daysAgo: 4, hour: 11 }),
      },
    ])
    .execute()
}

/** Shelves, boxes and lockers: free, held, ending, overdue, out of use, and held by a member who is gone. */
export const seedStorage = async (
  services: Services,
  { cast, formerId }: { cast: readonly CastMember[]; formerId: number | undefined },
): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const now = services.now()
  const today = localDay(now, await services.settings.get('SITE_TIME_ZONE'))
  const holders = holdersOf(today)
  const held = (code: string) => {
    const holder = holders[code]
    if (code === 'B2' && formerId !== undefined)
      return { holder_id: formerId, held_since: timeOn(now, { daysAgo: 500, hour: 18 }), clear_by: addDays(today, 16) }
    if (!holder) return {}
    const { firstName, daysAgo, untilOn = null } = holder
    return {
      holder_id: memberNamed(cast, firstName).id,
      held_since: timeOn(now, { daysAgo, hour: 18 }),
      until_on: untilOn,
    }
  }
  await db
    .insertInto('storage_places')
    .values(
      places.map(({ code, kind, area }) => ({
        code,
        kind,
        area,
        name: code === 'A1' ? 'Top shelf by the window' : '',
        notes: code === 'P2' ? 'The pallet is broken. A new one is ordered.' : '',
        is_out_of_use: code === 'P2',
        holder_id: null,
        held_since: null,
        until_on: null,
        clear_by: null,
        created_at: timeOn(now, { daysAgo: 700, hour: 12 }),
        ...held(code),
      })),
    )
    .execute()
  await storeRequests(db, { cast, now })
}
