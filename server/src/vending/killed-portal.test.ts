import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { startVendingMachine, type VendingMachine } from '@spacekeeper/simulators/vending-machine.ts'
import type { Kysely } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { Database } from '#platform/db/database.gen.ts'
import { connectDatabase } from '#platform/db/open-database.ts'
import { findPostmaster } from '#platform/db/postmaster-file.ts'
import { createTestDatabase } from '#platform/db/test-database.ts'
import { freePort } from '#platform/http/free-port.ts'
import { createLog } from '#platform/log/log.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { afterThis, byProgram, command, end, newFolder, openFolder, startProcess } from '../test-process.ts'
import { aProduct, aVendingMachine } from './factory.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const priceCents = 250

/** A machine full of cola, on the line of a portal. */
const aMachineAt = async (db: Kysely<Database>, url: string): Promise<VendingMachine> => {
  const { serial, key } = await aVendingMachine(db)
  const slots = [{ id: 'cola', name: 'Cola', priceCents, left: 1000 }]
  const machine = startVendingMachine({ server: url, serial, key, slots, reconnectMs: 100, answerMs: 1_000 })
  afterThis(() => machine.close())
  await machine.until(({ isAuthorised }) => isAuthorised, byProgram.timeout)
  return machine
}

let cards = 0
const aBuyer = async (db: Kysely<Database>, balanceCents: number) => {
  cards += 1
  const card = `88${cards}`
  const { id } = await aMember(db, { cards: [card] })
  await anEntry(db, { memberId: id, amountCents: balanceCents })
  return { id, card }
}

/** Holds a card to a machine until it hears the balance, and presses the button. */
const wantCola = async (machine: VendingMachine, card: string) => {
  while (machine.state().balanceCents === null) {
    await machine.until(({ isAuthorised }) => isAuthorised, byProgram.timeout)
    machine.swipe(card)
    const heard = machine.until((state) => state.balanceCents !== null || !state.isConnected, 5_000)
    await heard.catch(() => undefined)
  }
  expect(machine.select('cola')).toBe('asked')
}
const settled = (machine: VendingMachine) => machine.until(({ sale }) => sale === null, byProgram.timeout)

const booked = async (db: Kysely<Database>) => {
  const entries = db.selectFrom('ledger_entries').where('type', '=', 'card').select('id').execute()
  const purchases = db.selectFrom('purchases').select('id').execute()
  return { purchases: (await purchases).length, entries: (await entries).length }
}

type PortalPlace = { dataDir: string; port: number; child: ChildProcess }
const killPortal = async ({ dataDir, port, child }: PortalPlace) => {
  await end(child, 'SIGKILL')
  await startProcess(dataDir, port)
}
/** The portal starts it again by itself. */
const killDatabase = async ({ dataDir, port }: PortalPlace) => {
  process.kill(findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
  const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).then(({ status }) => status)
  await expect.poll(isReady, byProgram).toBe(200)
}

test.each([
  ['the portal', killPortal],
  ['its database', killDatabase],
])(
  'with %s killed in the middle of sales each is booked once, and machines gave out what was booked',
  async (_, kill) => {
    const [dataDir, port] = [newFolder(), await freePort()]
    const { child, url } = await startProcess(dataDir, port)
    await command(dataDir, 'settings', 'set', 'ENABLE_MEMBERBUCKS', 'true')
    const { db, close } = openFolder(dataDir)
    await aProduct(db, { name: 'Cola', externalId: 'cola', stock: 100 })
    const machines = await Promise.all(Array.from({ length: 5 }, () => aMachineAt(db, url)))
    const queues = await Promise.all(machines.map(() => Promise.all(Array.from({ length: 8 }, () => aBuyer(db, 1000)))))
    const selling = Promise.all(
      machines.map(async (machine, at) => {
        for (const { card } of queues[at] ?? []) {
          await wantCola(machine, card)
          await settled(machine)
        }
      }),
    )
    await expect.poll(async () => (await booked(db)).purchases, { ...byProgram, interval: 1 }).toBeGreaterThan(8)
    await close()
    await kill({ dataDir, port, child })
    await selling

    const after = openFolder(dataDir)
    const given = machines.flatMap((machine) => machine.state().dispensed)
    expect(given).toHaveLength(40)
    expect(await booked(after.db)).toEqual({ purchases: 40, entries: 40 })
    const members = queues.flat().map(({ id }) => id)
    const balances = await after.db
      .selectFrom('balances')
      .select('balance_cents')
      .where('member_id', 'in', members)
      .execute()
    expect(balances).toEqual(members.map(() => ({ balance_cents: 750 })))
    expect(await after.db.selectFrom('products').select('stock').execute()).toEqual([{ stock: 60 }])
  },
)

test('with one of two portals killed while both sell to one member, no cent is lost or spent twice', async () => {
  const database = await createTestDatabase()
  afterThis(() => database.drop())
  vi.stubEnv('DATABASE_URL', database.ownerUrl)
  const { db, close } = connectDatabase(
    { connectionString: database.connectionString, poolSize: 1 },
    createLog('silent'),
  )
  afterThis(close)
  const dataDir = newFolder()
  const ports = [await freePort(), await freePort()] as const
  const first = await startProcess(dataDir, ports[0])
  const second = await startProcess(dataDir, ports[1])
  await command(dataDir, 'settings', 'set', 'ENABLE_MEMBERBUCKS', 'true')
  await aProduct(db, { externalId: 'cola' })
  const bo = await aBuyer(db, 600)
  const machines = await Promise.all([aMachineAt(db, first.url), aMachineAt(db, second.url)])
  for (const round of [1, 2]) {
    await Promise.all(machines.map((machine) => wantCola(machine, bo.card)))
    if (round === 1) {
      await end(first.child, 'SIGKILL')
      await startProcess(dataDir, ports[0])
    }
    await Promise.all(machines.map(settled))
  }
  const given = machines.flatMap((machine) => machine.state().dispensed).length
  expect(given).toBeGreaterThan(0)
  expect(await booked(db)).toEqual({ purchases: given, entries: given })
  expect(await db.selectFrom('balances').select('balance_cents').where('member_id', '=', bo.id).execute()).toEqual([
    { balance_cents: 600 - given * priceCents },
  ])
})
