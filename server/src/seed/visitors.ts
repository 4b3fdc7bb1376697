import type { TicketKind } from '@spacekeeper/contract/labels/words.ts'
import { sql, type Kysely } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { hashWording } from '../agreements/rules.ts'
import { changeSetting } from '../settings/settings.ts'
import { type CastMember, memberNamed, timeOn } from './cast.ts'

const rules = {
  title: 'For visitors',
  text: 'You are here at your own risk. Stay with your host.\n\nDon’t use a machine, wear safety glasses in the workshops, and leave when your host does.',
}

const past = [
  ['Robin Sterling', 3, 18.5],
  ['Amara Okafor', 3, 18.6],
  ['Jörg Weiß', 9, 15],
  ['Priya Nair', 16, 19.2],
  ['Lukas Ångström', 30, 17.8],
  ['Chloé Dubois', 44, 20],
] as const

/** No code of another demonstration: the same moment gives the same rows. */
const codeOf = (number: number) => `demovisit${String(number + 222).replaceAll(/[01]/g, '9')}`

type VisitorMoment = { now: Date; today: string; host: number }

/** What visitors agree to; the number of its text. */
const seedRules = async (db: Kysely<Database>, { now, today, host }: VisitorMoment): Promise<number> => {
  const { id: agreementId } = await db
    .insertInto('agreements')
    .values({ required_of: 'visitors', created_at: timeOn(now, { daysAgo: 90 }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: versionId } = await db
    .insertInto('agreement_versions')
    .values({
      agreement_id: agreementId,
      number: 1,
      ...rules,
      text_hash: hashWording(rules),
      in_force_from: addDays(today, -90),
      created_at: timeOn(now, { daysAgo: 90, hour: 9 }),
      created_by: host,
      told_at: timeOn(now, { daysAgo: 90, hour: 9 }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return versionId
}

/** Visitors of the past weeks, two who are here, and one who is expected tomorrow. */
const seedVisitors = async (db: Kysely<Database>, moment: VisitorMoment): Promise<void> => {
  const { now, today, host } = moment
  const versionId = await seedRules(db, moment)
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const gone = past.map(([name, daysAgo, hour]) => {
    const arrived = timeOn(now, { daysAgo, hour })
    return { name, email: null, arrived_at: arrived, left_at: new Date(arrived.getTime() + 2 * 3_600_000) }
  })
  const here = [
    { name: 'Mateo Silva', email: 'mateo@example.org', arrived_at: minutesAgo(50), left_at: null },
    { name: 'Zoë Größmüller', email: null, arrived_at: minutesAgo(20), left_at: null },
  ]
  const rows = [...gone, ...here].map((visitor, number) => ({
    ...visitor,
    code: codeOf(number),
    host_id: number % 3 === 2 ? null : host,
    created_at: visitor.arrived_at,
  }))
  const arrived = await db.insertInto('visitors').values(rows).returning('id').execute()
  await db
    .insertInto('visitor_agreements')
    .values(arrived.map(({ id }) => ({ visitor_id: id, version_id: versionId })))
    .execute()
  await db
    .insertInto('visitors')
    .values({
      code: codeOf(rows.length),
      name: 'Hana Sato',
      email: 'hana@example.org',
      host_id: host,
      expected_on: addDays(today, 1),
      note: 'Wants to see the laser cutter',
      created_at: timeOn(now, { daysAgo: 1, hour: 12 }),
    })
    .execute()
}

/** A ticket in time, one that is over, a thing not to take apart, a box, and one that was removed. */
const seedTickets = async (
  db: Kysely<Database>,
  { now, today, cast }: { now: Date; today: string; cast: readonly CastMember[] },
) => {
  const ticket = (member: string, facts: { kind: TicketKind; what: string; days: number | null; daysAgo: number }) => ({
    member_id: memberNamed(cast, member).id,
    kind: facts.kind,
    what: facts.what,
    until_on: facts.days === null ? null : addDays(today, facts.days),
    created_at: timeOn(now, { daysAgo: facts.daysAgo, hour: 17 }),
  })
  await db
    .insertInto('tickets')
    .values([
      ticket('Bo', { kind: 'leave', what: 'Half a chair, glue is drying', days: 5, daysAgo: 2 }),
      { ...ticket('Bo', { kind: 'box', what: 'Blue crate on shelf 3', days: null, daysAgo: 60 }) },
      ticket('Margit', { kind: 'handsOff', what: 'Oscilloscope, to be repaired', days: 9, daysAgo: 1 }),
      {
        ...ticket('Pekka', { kind: 'leave', what: 'Canoe ribs', days: -4, daysAgo: 18 }),
        reminded_at: timeOn(now, { daysAgo: 3, hour: 9 }),
      },
      {
        ...ticket('Margit', { kind: 'leave', what: 'Boxes for the flea market', days: -20, daysAgo: 30 }),
        removed_at: timeOn(now, { daysAgo: 21, hour: 18 }),
      },
    ])
    .execute()
}

/** Visitors and tickets; both are turned on. */
export const seedVisitorsAndTickets = async (services: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // rows are written as they are
  const ctx = systemCtx(services)
  await changeSetting(ctx, { key: 'ENABLE_VISITORS', value: true })
  await changeSetting(ctx, { key: 'ENABLE_TICKETS', value: true })
  const now = services.now()
  const today = localDay(now, await services.settings.get('SITE_TIME_ZONE'))
  await seedVisitors(db, { now, today, host: memberNamed(cast, 'Bo').id })
  await seedTickets(db, { now, today, cast })
  await sql`analyze visitors, tickets`.execute(db)
}
