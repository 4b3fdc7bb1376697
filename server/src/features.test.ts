import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Feature, features } from '@spacekeeper/contract/features.ts'
import { contract, type SettingKey, settings } from '@spacekeeper/contract/index.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import { permissions } from '@spacekeeper/contract/permissions.ts'
import { permissionsFor, type Route } from '@spacekeeper/contract/route.ts'
import type { VendingMessage } from '@spacekeeper/contract/vending/shapes.ts'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { migrate } from '#platform/db/migrate.ts'
import { createEmptyTestDatabase } from '#platform/db/test-database.ts'
import { requestOf } from './client.testing.ts'
import { aMachine } from './interlocks/factory.ts'
import { machineScene, says, startedOf } from './interlocks/machine-scene.testing.ts'
import { aMember } from './members/factory.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { changeSetting } from './settings/settings.ts'
import { aVendingMachine } from './vending/factory.ts'
import { asks, driveVending } from './vending/vending-scene.testing.ts'

let portal: TestPortal
let url: string
let vending: ReturnType<typeof driveVending>
let machines: ReturnType<typeof machineScene>

beforeAll(async () => {
  portal = await startTestPortal()
  url = await portal.listen()
  await changeSetting(portal.ctx, { key: 'STRIPE_SECRET_KEY', value: 'sk_test_1' })
  await changeSetting(portal.ctx, { key: 'STRIPE_PUBLISHABLE_KEY', value: 'pk_test_1' })
  vending = driveVending(portal.db)
  machines = machineScene({ db: portal.db, url })
})
afterEach(async () => {
  await vending.hangUp()
  await machines.hangUp()
  await turn('enableMemberBucks', true)
})
afterAll(() => portal.close())

const turn = async (feature: Feature, value: boolean) => {
  const [first] = features[feature]
  for (const key of value ? [first] : features[feature]) {
    await changeSetting(portal.ctx, { key, value })
    await expect.poll(() => portal.ctx.settings.get(key)).toBe(value)
  }
}

const routes = Object.entries(contract).flatMap(([domain, all]) =>
  Object.entries<Route>(all).flatMap(([name, route]) =>
    route.feature === undefined ? [] : [{ name: `${domain}.${name}`, route, feature: route.feature }],
  ),
)

/** The code a call is refused with; ok where it is not. */
const codeOf = async (route: Route, memberId: number): Promise<string> => {
  const given = Object.keys(route.params?.shape ?? {}).map((name) => [name, '2000000000'])
  const answer = await portal.app.inject({
    method: route.method,
    url: requestOf(route, Object.fromEntries(given)).path,
    cookies: { csrftoken: 'x', sessionid: await portal.sessionOf(memberId) },
    ...(route.method !== 'GET' && { headers: { 'x-csrftoken': 'x' }, payload: {} }),
  })
  return answer.statusCode === 200 ? 'ok' : String(answer.json().code)
}

test.each(routes)('$name is refused while $feature is off, but for those the contract lets in', async (one) => {
  const { route, feature } = one
  const administrator = (await aMember(portal.db, { isAdmin: true })).id
  // An active member with all permissions but those that are let in; an administrator where a route is for them alone.
  const letIn = permissionsFor(route.whileOff ?? [])
  const staff = { permissions: permissions.filter((permission) => !letIn.includes(permission)) }
  const other = route.access === 'admin' ? administrator : (await aMember(portal.db, staff)).id
  await turn(feature, false)
  expect(await codeOf(route, other)).toBe('featureOff')
  expect((await codeOf(route, administrator)) === 'featureOff').toBe(route.whileOff === undefined)
  await turn(feature, true)
  expect([await codeOf(route, other), await codeOf(route, administrator)]).not.toContain('featureOff')
})

test('every feature is a switch, and the configuration says of each whether routes that name it are refused', async () => {
  const anyone = await portal.as(null)
  for (const feature of keysOf(features)) {
    const keys: readonly SettingKey[] = features[feature]
    expect(keys.map((key) => typeof settings[key].default)).toEqual(keys.map(() => 'boolean'))
    await turn(feature, false)
    expect((await anyone.home.getConfig()).features[feature]).toBe(false)
    await turn(feature, true)
    expect((await anyone.home.getConfig()).features[feature]).toBe(true)
  }
})

const words: Record<VendingMessage['command'], object> = {
  balance: {},
  debit: { amount: 2.5 },
  credit: { amount: 2.5 },
}

test.each(keysOf(words))(
  'with the balance off a vending machine hears of a card it asks to %s that it does nothing',
  async (command) => {
    const machine = await aVendingMachine(portal.db, { maxCreditCents: 1000 })
    const bo = await vending.aBuyer(1000)
    const line = await vending.connect(url, machine)
    const message = { command, card_id: bo.card, ...words[command] }
    await turn('enableMemberBucks', false)
    expect(await asks(line, message)).toEqual({ command, success: false, reason: 'invalid_card_id' })
    expect(await vending.balanceOf(bo.id)).toBe(1000)
    expect(await vending.refusalsOf(bo.id)).toEqual(['balanceOff'])
    await turn('enableMemberBucks', true)
    expect(await asks(line, message)).toMatchObject({ command, success: true })
  },
)

test('a sale that was booked before the balance was turned off is answered as it was booked', async () => {
  const bo = await vending.aBuyer(1000)
  const line = await vending.connect(url, await aVendingMachine(portal.db))
  const sale = { command: 'debit', card_id: bo.card, amount: 2.5, request_id: 'one' }
  const booked = await asks(line, sale)
  await turn('enableMemberBucks', false)
  expect(await asks(line, sale)).toEqual(booked)
})

test('with the balance off a machine with a price does not start, a free one does, and a use that runs ends and is charged before', async () => {
  const [saw, drill, lathe] = [
    await aMachine(portal.db, { perHourCents: 600 }),
    await aMachine(portal.db),
    await aMachine(portal.db, { perSessionCents: 300 }),
  ]
  const [bo, cy, di] = [await machines.aUser(saw), await machines.aUser(drill), await machines.aUser(lathe)]
  const lines = await Promise.all([saw, drill, lathe].map(async (machine) => (await machines.connect(machine)).line))
  const [ofSaw, ofDrill, ofLathe] = lines
  if (!ofSaw || !ofDrill || !ofLathe) throw new Error('three machines have three lines')
  const running = await startedOf(ofLathe, di.card)
  await portal.db
    .updateTable('interlock_sessions')
    .set({ started_at: new Date(Date.now() - 60_000) })
    .where('id', '=', running)
    .execute()
  await turn('enableMemberBucks', false)
  expect(await ofLathe.next()).toEqual({ command: 'lock' })
  expect(await vending.balanceOf(di.id)).toBe(-300)
  expect(await says.start(ofSaw, bo.card)).toEqual({ command: 'interlock_session_rejected', reason: 'rejected' })
  const seen = await (await portal.as(bo.id)).access.listOwn()
  expect(seen.interlocks.find(({ id }) => id === saw.id)).toMatchObject({ refusal: 'balanceOff' })
  await startedOf(ofDrill, cy.card)
})

test('staff read the books while the balance is off, and put right what was booked before', async () => {
  const bo = await vending.aBuyer(1000)
  const staff = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  await turn('enableMemberBucks', false)
  const { balanceCents, entries } = await staff.memberbucks.listEntries({ memberId: bo.id })
  expect(balanceCents).toBe(1000)
  const entryId = entries[0]?.id ?? 0
  expect(await staff.memberbucks.reverse({ memberId: bo.id, entryId, reason: 'A slip' })).toMatchObject({
    balanceCents: 0,
  })
})

test('a space that took money before balances had to be on has them on, unless staff turned them off', async () => {
  const all = join(import.meta.dirname, '../migrations')
  const before = mkdtempSync(join(tmpdir(), 'spacekeeper-before-'))
  onTestFinished(() => rmSync(before, { recursive: true }))
  for (const name of readdirSync(all).filter((file) => file < '0044')) copyFileSync(join(all, name), join(before, name))
  const saw = `with d as (insert into devices (kind, name, added_at) values ('interlock', 'Saw', now()) returning id)
    insert into machine_prices (device_id, cost_per_hour_cents) select id, 600 from d`
  const off = "insert into settings (key, value, changed_at) values ('ENABLE_MEMBERBUCKS', 'false', now())"
  const settingAfter = async (...earlier: string[]) => {
    const { connectionString } = await createEmptyTestDatabase()
    const client = new pg.Client({ connectionString })
    const log = pino({ level: 'silent' })
    await migrate({ connectionString, folder: before, log })
    await client.connect()
    for (const one of earlier) await client.query(one)
    await migrate({ connectionString, folder: all, log })
    const { rows } = await client.query("select value from settings where key = 'ENABLE_MEMBERBUCKS'")
    await client.end()
    return rows.map(({ value }) => value)
  }
  expect([await settingAfter(), await settingAfter(saw), await settingAfter(saw, off)]).toEqual([[], [true], [false]])
})
