import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '#platform/db/database.gen.ts'
import { findPostmaster } from '#platform/db/postmaster-file.ts'
import { freePort } from '#platform/http/free-port.ts'
import { aGrant } from '../access/factory.ts'
import { dialDevice, type DialledDevice } from '../gateway/dialled-device.testing.ts'
import { anEntry } from '../memberbucks/factory.ts'
import { aMember } from '../members/factory.ts'
import { afterThis, byProgram, command, end, newFolder, openFolder, startProcess } from '../test-process.ts'
import { aMachine } from './factory.ts'
import { startedOf } from './machine-scene.testing.ts'

const machineCount = 12
const paidInCents = 1_000_000
type Running = { serial: string; key: string; memberId: number; card: string; sessionId: string }

/** Machines that have run for an hour, each for another member. */
const startMachines = async (db: Kysely<Database>, url: string): Promise<Running[]> => {
  const running: Running[] = []
  for (let at = 1; at <= machineCount; at += 1) {
    const { id, serial, key } = await aMachine(db, { perSessionCents: 100, perHourCents: 600 })
    const card = `77${at}`
    const { id: memberId } = await aMember(db, { cards: [card] })
    await aGrant(db, { memberId, deviceId: id })
    await anEntry(db, { memberId, amountCents: paidInCents, type: 'cash' })
    const line = await connect(url, { serial, key })
    running.push({ serial, key, memberId, card, sessionId: await startedOf(line, card) })
    await line.close()
  }
  await db
    .updateTable('interlock_sessions')
    .set({ started_at: sql`started_at - interval '1 hour'` })
    .execute()
  return running
}

const connect = async (url: string, { serial, key }: { serial: string; key: string }): Promise<DialledDevice> => {
  const line = await dialDevice(url, { path: `/ws/access/interlock/${serial}`, key })
  expect(await line.next()).toEqual({ authorised: true })
  await line.settle()
  return line
}

const endOf = ({ sessionId, card }: Running) => ({
  command: 'interlock_session_end',
  session_id: sessionId,
  session_kwh: null,
  card_id: card,
})

/** Every machine says that it is done, one after the other, until the portal is gone; who was told that it is booked. */
const endUntilCut = async (url: string, running: readonly Running[]): Promise<Set<string>> => {
  const lines = await Promise.all(running.map(async (machine) => ({ machine, line: await connect(url, machine) })))
  const told = new Set<string>()
  await Promise.all(
    lines.map(async ({ machine, line }, at) => {
      await sleep(at * 3)
      line.send(endOf(machine))
      await line.next().then(
        ({ success }) => success === true && told.add(machine.sessionId),
        () => undefined,
      )
    }),
  )
  return told
}

const entriesOf = (db: Kysely<Database>) =>
  db.selectFrom('ledger_entries').select(['id', 'member_id', 'amount_cents']).where('type', '=', 'interlock').execute()

/** Machines say again that they are done: each session is booked once, for what it cost, and balances agree. */
const expectEachBookedOnce = async (input: { db: Kysely<Database>; url: string; running: readonly Running[] }) => {
  const { db, url, running } = input
  for (const machine of running) {
    const line = await connect(url, machine)
    line.send(endOf(machine))
    expect(await line.next()).toMatchObject({ command: 'interlock_session_end' })
    await line.close()
  }
  const sessions = await db.selectFrom('interlock_sessions').selectAll().execute()
  const entries = await entriesOf(db)
  expect(sessions.map((session) => session.ended_at === null)).toEqual(running.map(() => false))
  expect(entries).toHaveLength(running.length)
  for (const session of sessions) {
    const entry = entries.find(({ id }) => id === session.ledger_entry_id)
    expect(entry).toEqual({ id: entry?.id, member_id: session.member_id, amount_cents: -session.cost_cents })
    const hours = ((session.ended_at?.getTime() ?? 0) - session.started_at.getTime()) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(1)
    expect(Math.abs(session.cost_cents - 100 - hours * 600)).toBeLessThanOrEqual(1)
  }
  for (const balance of await db.selectFrom('balances').selectAll().execute()) {
    const entry = entries.find(({ member_id }) => member_id === balance.member_id)
    expect(balance.balance_cents).toBe(paidInCents + (entry?.amount_cents ?? 0))
  }
}

test('killed while machines stop, the portal has booked each use once: what it confirmed, and later the rest', async () => {
  const [dataDir, port] = [newFolder(), await freePort()]
  const { child, url } = await startProcess(dataDir, port)
  await command(dataDir, 'settings', 'set', 'ENABLE_MEMBERBUCKS', 'true')
  const { db, close } = openFolder(dataDir)
  const running = await startMachines(db, url)
  const ending = endUntilCut(url, running)
  await expect.poll(async () => (await entriesOf(db)).length, { ...byProgram, interval: 1 }).toBeGreaterThan(2)
  child.kill('SIGKILL')
  const told = await ending
  await close()
  await end(child, 'SIGKILL')

  await startProcess(dataDir, port)
  const after = openFolder(dataDir)
  const kept = await after.db.selectFrom('interlock_sessions').select('id').where('ended_at', 'is not', null).execute()
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining([...told]))
  await expectEachBookedOnce({ db: after.db, url, running })
})

test('with its database killed while machines stop, the portal comes back and has booked each use once', async () => {
  const [dataDir, port] = [newFolder(), await freePort()]
  const { url } = await startProcess(dataDir, port)
  await command(dataDir, 'settings', 'set', 'ENABLE_MEMBERBUCKS', 'true')
  const { db } = openFolder(dataDir)
  const running = await startMachines(db, url)
  const lines = await Promise.all(running.map((machine) => connect(url, machine)))
  for (const line of lines) afterThis(() => line.close())
  const answers = running.map(async (machine, at) => {
    await sleep(at * 3)
    lines[at]?.send(endOf(machine))
    return lines[at]?.next()
  })
  await Promise.race(answers)
  process.kill(findPostmaster(join(dataDir, 'postgres'))?.pid ?? 0, 'SIGKILL')
  const told = (await Promise.all(answers)).flatMap((answer, at) => (answer?.success ? [running[at]?.sessionId] : []))
  expect(told.length).toBeGreaterThan(0)

  await expect.poll(() => fetch(`${url}/readyz`).then(({ status }) => status), byProgram).toBe(200)
  const after = openFolder(dataDir)
  const kept = await after.db.selectFrom('interlock_sessions').select('id').where('ended_at', 'is not', null).execute()
  expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(told))
  await expectEachBookedOnce({ db: after.db, url, running })
})
