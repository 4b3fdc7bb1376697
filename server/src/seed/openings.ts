import { sql, type Kysely } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { instantAt } from '#platform/local-time.ts'
import { aKiosk } from '../kiosks/factory.ts'
import { storeImage } from '../settings/images.ts'
import { changeSetting } from '../settings/settings.ts'
import { type CastMember, memberNamed, timeOn } from './cast.ts'
import { drawWorkshop } from './issue-photos.ts'

type SeededOpening = { by: string; days: number; from: string; until: string; note?: string; series?: string }

/** The same in each demonstration, so that the same moment gives the same rows. */
const tuesdays = 'b7e1c7b0-3f3f-4c7e-9d55-2f1f6d0c7a01'

const plan: readonly SeededOpening[] = [
  { by: 'Bo', days: 0, from: '16:00', until: '22:00', note: 'Ring the bell at the side door' },
  { by: 'Margit', days: 0, from: '21:00', until: '23:30' },
  ...[1, 8, 15].map((days) => ({ by: 'Margit', days, from: '18:00', until: '22:00', series: tuesdays })),
  { by: 'Pekka', days: 3, from: '10:00', until: '16:00', note: 'Woodshop introduction at 11' },
  { by: 'Bo', days: 5, from: '18:00', until: '21:00' },
  ...[-3, -6, -13].map((days) => ({ by: 'Margit', days, from: '18:00', until: '22:00' })),
]

const seedPlan = async (db: Kysely<Database>, moment: { now: Date; zone: string; cast: readonly CastMember[] }) => {
  const { now, zone, cast } = moment
  const holders = ['Bo', 'Margit', 'Pekka'].map((name) => memberNamed(cast, name).id)
  const since = timeOn(now, { daysAgo: 200, hour: 18 })
  await db
    .insertInto('key_holders')
    .values(holders.map((id) => ({ member_id: id, added_at: since })))
    .execute()
  const rows = plan.flatMap(({ by, days, from, until, note = '', series = null }) => {
    const day = addDays(localDay(now, zone), days)
    const [startsAt, endsAt] = [instantAt(`${day} ${from}`, zone), instantAt(`${day} ${until}`, zone)]
    if (!startsAt || !endsAt) return []
    const createdAt = timeOn(now, { daysAgo: 20, hour: 12 })
    return [
      {
        member_id: memberNamed(cast, by).id,
        series,
        starts_at: startsAt,
        ends_at: endsAt,
        note,
        created_at: createdAt,
      },
    ]
  })
  await db.insertInto('openings').values(rows).execute()
  await db
    .insertInto('opening_followers')
    .values({ member_id: memberNamed(cast, 'Bo').id, since })
    .execute()
  await sql`analyze openings`.execute(db)
}

/** Two slides, and a screen that waits to be a wall display. */
const seedDisplay = async (services: Services, db: Kysely<Database>) => {
  const now = services.now()
  const { content } = await drawWorkshop()
  const shape = { width: 1920, height: 1080, kind: 'photo' } as const
  const { hash } = await storeImage(systemCtx(services), { field: 'picture', file: content, shape })
  const slide = { shows_from: null, shows_until: null, is_on: true, added_at: timeOn(now, { daysAgo: 12, hour: 15 }) }
  await db
    .insertInto('display_slides')
    .values([
      {
        ...slide,
        position: 0,
        title: 'Open day on Saturday',
        text: 'From 10 to 16: bring something broken and mend it with us.\nFriends and neighbours are welcome.',
        picture_hash: null,
        seconds: 20,
      },
      { ...slide, position: 1, title: 'The new workbench is ready', text: '', picture_hash: hash, seconds: 15 },
    ])
    .execute()
  await aKiosk(db, {
    kind: 'display',
    name: 'Screen above the sofa',
    screenId: 'sofa',
    isAuthorised: false,
    lastSeenAt: now,
  })
  await db.updateTable('kiosks').set({ ip_address: '10.20.0.78' }).where('screen_id', '=', 'sofa').execute()
}

/** The opening plan of these weeks, and what wall displays show. */
export const seedOpenings = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const ctx = systemCtx(services)
  await changeSetting(ctx, { key: 'ENABLE_OPENINGS', value: true })
  await changeSetting(ctx, { key: 'OPENINGS_PUBLIC', value: true })
  await changeSetting(ctx, { key: 'DISPLAY_NAMES', value: true })
  await seedPlan(db, { now: services.now(), zone: await services.settings.get('SITE_TIME_ZONE'), cast })
  await seedDisplay(services, db)
}
