import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { sql, type Kysely } from 'kysely'
import { systemCtx, type Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import type { FakeTwilio } from '#platform/sms/fake.ts'
import { hashPassword } from '../auth/passwords/passwords.ts'
import { aDevice } from '../devices/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aKiosk } from '../kiosks/factory.ts'
import { seedAdvice } from './advice.ts'
import { seedBank } from './bank.ts'
import { tellBiographies } from './biographies.ts'
import { seedBooks } from './books.ts'
import { insertRows, nextIdOf, skipIds, type TableName } from './bulk-rows.ts'
import { planVisits } from './calendar.ts'
import { castMembers, memberNamed, timeOn, type CastMember, type Places } from './cast.ts'
import { seedCommunity } from './community.ts'
import { tellCorrespondence } from './correspondence.ts'
import { kilnLockout, kilnSilentSince, lockoutsOf, tellDevices } from './device-history.ts'
import { seedDoctor } from './doctor.ts'
import { seedInvoices } from './invoices.ts'
import { seedIssues } from './issues.ts'
import { seedJoining } from './joining.ts'
import { seedLeaving } from './leaving.ts'
import { seedSaw, type SeededMachine } from './machines.ts'
import { tellOtherCards } from './other-cards.ts'
import { tellApiKeys, tellScriptKeys } from './other-systems.ts'
import { seedPlans } from './plans.ts'
import { addExtractor } from './relay.ts'
import type { MachinePlace, PricedPlace, Scene } from './scene.ts'
import { tellShop } from './shop-history.ts'
import { seedSites } from './sites.ts'
import { seedSms } from './sms.ts'
import { seedSpace, type SeededDoor, type SeededSpace } from './space.ts'
import { createStory, rowsOfStory } from './story.ts'
import { seedTraining } from './training.ts'
import { manySlots, seedVending, type SeededVending } from './vending.ts'
import { tellVisit } from './visit-story.ts'
import { seedVisitorsAndTickets } from './visitors.ts'

/** What the simulators need to be the devices of the space. */
export type SeededDevices = { doors: SeededDoor[]; machines: SeededMachine[]; vending: SeededVending[] }

const openedDaysAgo = 1540
const hourMs = 3_600_000

/** Devices beside those of the journeys. The kiln has no simulator: it is broken. */
const addDevices = async (services: Services, space: SeededSpace) => {
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  const saw = await seedSaw(services, space)
  const electronics = await aDevice(db, { name: 'Electronics lab', serial: 'demo-electronics' })
  const laserPrices = {
    perSessionCents: 100,
    perHourCents: 1200,
    perKwhCents: 40,
    maxMinutes: 180,
    minBalanceCents: 100,
  }
  const laser = await aMachine(db, { name: 'Laser cutter', serial: 'demo-laser', ...laserPrices })
  const kiln = await aMachine(db, {
    name: 'Kiln',
    serial: 'demo-kiln',
    perSessionCents: 200,
    perKwhCents: 45,
    maxMinutes: 720,
  })
  const extractor = { id: await addExtractor(db), name: 'Dust extractor' }
  const vending = await seedVending(services, manySlots)
  const [front, woodshop, metal] = space.doors
  const [drinks] = vending
  if (!front || !woodshop || !metal || !drinks) throw new Error('The seeded space lacks a device.')
  const places: Places = { front, woodshop, metal, electronics, saw, extractor, laser, kiln, drinks }
  const devices: SeededDevices = { doors: [...space.doors, electronics], machines: [saw, laser], vending }
  return { places, devices }
}

const pricesOf = async (db: Kysely<Database>, places: Places): Promise<Record<MachinePlace, PricedPlace>> => {
  const rows = await db.selectFrom('machine_prices').selectAll().execute()
  const priced = (place: MachinePlace): PricedPlace => {
    const row = rows.find(({ device_id: id }) => id === places[place].id)
    return {
      perSessionCents: row?.cost_per_session_cents ?? 0,
      perHourCents: row?.cost_per_hour_cents ?? 0,
      perKwhCents: row?.cost_per_kwh_cents ?? 0,
      maxMinutes: row?.max_session_minutes ?? null,
      minBalanceCents: row?.min_balance_cents ?? null,
    }
  }
  return { saw: priced('saw'), extractor: priced('extractor'), laser: priced('laser'), kiln: priced('kiln') }
}

const productRows = (db: Kysely<Database>) =>
  db
    .selectFrom('products')
    .select(['id', 'external_id', 'name', 'price_cents', 'cost_price_cents', 'stock'])
    .orderBy('id')
    .execute()

/** The personas get the past that was told of them. What they are today stays. */
const agePersonas = async (db: Kysely<Database>, cast: readonly CastMember[]) => {
  const pasts = cast.filter(({ isPersona }) => isPersona)
  await sql`update members m set registered_at = p."registeredAt", email_verified_at = p."registeredAt",
      first_joined_at = p."joinedAt", inactive_by = case when m.membership_state = 'inactive' then 'plan' end,
      inactive_since = case when m.membership_state = 'inactive' then p."leftAt" end,
      suspended_at = case when m.suspended_at is null then null else p."leftAt" end
    from json_to_recordset(${JSON.stringify(pasts)}::json)
      as p(id int, "registeredAt" timestamptz, "joinedAt" timestamptz, "leftAt" timestamptz)
    where m.id = p.id`.execute(db)
  await sql`update grants g set granted_at = m.first_joined_at from members m where m.id = g.member_id`.execute(db)
  await sql`update cards c set added_at = m.first_joined_at from members m where m.id = c.member_id`.execute(db)
}

/** When everybody was last heard of, as swipes, visits and uses say. */
const markSeen = (db: Kysely<Database>) =>
  sql`update members m set last_seen_at = s.at from (
      select member_id, max(at) as at from (
        select member_id, swiped_at from swipes union all select member_id, signed_in_at from visits
        union all select member_id, started_at from interlock_sessions
      ) as t(member_id, at) group by member_id
    ) s where s.member_id = m.id`.execute(db)

const ageDevices = async (
  db: Kysely<Database>,
  input: { places: Places; now: Date; addedAt: (place: keyof Places) => Date },
) => {
  const { places, now, addedAt } = input
  const facts = keysOf(places).map((place) => ({
    id: places[place].id,
    added: addedAt(place),
    seen: place === 'kiln' ? kilnSilentSince(now) : new Date(now.getTime() - 20_000),
  }))
  await sql`update devices d set added_at = f.added, last_seen_at = f.seen, ip_address = '10.20.0.' || 20 + d.id
    from json_to_recordset(${JSON.stringify(facts)}::json) as f(id int, added timestamptz, seen timestamptz)
    where d.id = f.id`.execute(db)
  await sql`update device_keys k set created_at = d.added_at, last_used_at = d.last_seen_at from devices d
    where d.id = k.device_id`.execute(db)
  await db.updateTable('devices').set({ is_default_access: true }).where('id', '=', places.front.id).execute()
  const { since, reason } = kilnLockout(now)
  await db
    .updateTable('devices')
    .set({
      is_locked_out: true,
      locked_out_since: since,
      lockout_reason: reason,
      firmware: 'interlock 2.3.1',
    })
    .where('id', '=', places.kiln.id)
    .execute()
  await db
    .updateTable('products')
    .set({ added_at: addedAt('drinks') })
    .execute()
  const alarmedAt = new Date(kilnSilentSince(now).getTime() + hourMs / 6)
  await db.insertInto('device_alarms').values({ device_id: places.kiln.id, alarmed_at: alarmedAt }).execute()
}

/** Who knocks: a controller that is not added yet, and the screens at the door. */
const addVisitors = async (db: Kysely<Database>, now: Date) => {
  const seen = {
    first_seen_at: timeOn(now, { daysAgo: 2, hour: 16.4 }),
    last_seen_at: new Date(now.getTime() - 40 * 60_000),
  }
  await db
    .insertInto('pending_devices')
    .values({ kind: 'interlock', serial: 'esp32-7c9ebd4a', ip_address: '10.20.0.61', attempts: 37, ...seen })
    .execute()
  await aKiosk(db, { name: 'Tablet at the entrance', screenId: 'entrance', lastSeenAt: now })
  await aKiosk(db, { name: 'Old laptop', screenId: 'old-laptop', isAuthorised: false, lastSeenAt: now })
  const standsSince = timeOn(now, { daysAgo: 300, hour: 17 })
  await db
    .updateTable('kiosks')
    .set({ registered_at: standsSince, authorised_at: standsSince, ip_address: '10.20.0.14' })
    .where('authorised_at', 'is not', null)
    .execute()
  await db
    .updateTable('kiosks')
    .set({ registered_at: now, ip_address: '10.20.0.77' })
    .where('authorised_at', 'is', null)
    .execute()
}

/** All that happened, told in the order it happened. */
const tellYear = async (services: Services, input: { cast: CastMember[]; places: Places; passwordHash: string }) => {
  const { cast, places, passwordHash } = input
  const db = services.db as unknown as Kysely<Database> // what is about to be filled is only read here
  const [now, story] = [services.now(), createStory()]
  const rows = await productRows(db)
  const scene: Scene = {
    now,
    story,
    places,
    prices: await pricesOf(db, places),
    products: rows.map((row) => ({
      id: row.id,
      slot: row.external_id,
      name: row.name,
      priceCents: row.price_cents,
      costPriceCents: row.cost_price_cents,
      isCounted: row.stock !== null,
    })),
    treasurer: memberNamed(cast, 'Margit'),
    deputy: memberNamed(cast, 'Ines'),
    isLockedOut: lockoutsOf(now),
  }
  const busy = new Map<string, number>()
  for (const visit of planVisits(cast, now)) tellVisit(scene, { visit, busy })
  const stock = new Map(rows.flatMap(({ id, stock: left }) => (left === null ? [] : [[id, left] as const])))
  tellShop(scene, { cast, stock })
  const told = { story, cast, places, now }
  const biographies = tellBiographies({ ...told, passwordHash })
  const refusedTries = tellOtherCards(told)
  const { connections, addedAt } = tellDevices(told)
  const apiKeys = [...tellApiKeys(told), ...tellScriptKeys(told)]
  const [firstMessageId, mailingId, firstEntryId] = [
    await nextIdOf(db, 'messages'),
    await nextIdOf(db, 'mailings'),
    await nextIdOf(db, 'ledger_entries'),
  ]
  const products = new Map(rows.map(({ id, name }) => [id, name]))
  const letters = await tellCorrespondence(systemCtx(services), {
    ...told,
    refusedTries,
    products,
    firstMessageId,
    mailingId,
  })
  return { biographies, connections, addedAt, apiKeys, letters, happened: rowsOfStory(story, { firstEntryId }) }
}

type Year = Awaited<ReturnType<typeof tellYear>>

const numbered: TableName[] = ['members', 'ledger_entries', 'messages', 'mailings']

/** The year in one transaction, one statement a table. */
const storeYear = (services: Services, { year, cast, places }: { year: Year; cast: CastMember[]; places: Places }) =>
  (services.db as unknown as Kysely<Database>).transaction().execute(async (tx) => {
    // bulk rows are written as they are
    const { biographies, connections, addedAt, apiKeys, letters, happened } = year
    await agePersonas(tx, cast)
    for (const table of ['members', 'cards', 'grants'] as const) await insertRows(tx, table, biographies[table])
    for (const table of [
      'visits',
      'swipes',
      'ledger_entries',
      'interlock_sessions',
      'purchases',
      'audit_events',
    ] as const)
      await insertRows(tx, table, happened[table])
    await insertRows(tx, 'device_connections', connections)
    await tx.insertInto('api_keys').values(apiKeys).execute()
    await insertRows(tx, 'mailings', [letters.mailing])
    await insertRows(tx, 'messages', letters.messages)
    await insertRows(tx, 'mailing_recipients', letters.recipients)
    for (const table of numbered) await skipIds(tx, table)
    await ageDevices(tx, { places, now: services.now(), addedAt })
    await addVisitors(tx, services.now())
    await markSeen(tx)
  })

/**
 * Fills an empty portal with a space that has been open for years: the personas with what is known of them, some fifty
 * others, and a year of all they did up to this moment. The same moment gives the same rows, but for keys and hashes.
 */
export const seedDemonstration = async (
  services: Services,
  { password, smsAccount }: { password: string; smsAccount: FakeTwilio['account'] },
): Promise<SeededDevices> => {
  const now = services.now()
  const opened = { ...services, now: () => timeOn(now, { daysAgo: openedDaysAgo, hour: 10 }) }
  const space = await seedSpace(opened, password)
  await seedSms(opened, smsAccount)
  const { places, devices } = await addDevices(opened, space)
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  const cast = castMembers({ now, personaIds: space.members, firstId: await nextIdOf(db, 'members') })
  const moment = { ...services, now: () => now }
  const year = await tellYear(moment, { cast, places, passwordHash: await hashPassword(password) })
  await storeYear(moment, { year, cast, places })
  await seedTraining(moment, { places, members: space.members })
  await seedIssues(moment, { places, members: space.members })
  await seedPlans(moment, cast)
  await seedAdvice(moment, cast)
  await seedBank(moment, cast)
  await seedJoining(moment, cast)
  await seedVisitorsAndTickets(moment, cast)
  await seedInvoices(moment)
  await seedBooks(moment, memberNamed(cast, 'Margit').id)
  await seedLeaving(moment, cast)
  await seedSites(moment, cast)
  await seedDoctor(moment)
  await seedCommunity(moment, cast)
  await sql`analyze`.execute(db)
  return devices
}
