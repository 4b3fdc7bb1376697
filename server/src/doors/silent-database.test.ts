import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { openDatabaseLine, type DatabaseLine } from '#platform/db/database-line.testing.ts'
import { aGrant } from '../access/factory.ts'
import { revokeDeviceKey } from '../devices/keys.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { dialDevice, type DialledDevice } from '../gateway/dialled-device.testing.ts'
import { endCard } from '../members/cards/cards.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aDoor } from './factory.ts'

/** Doors hang on a portal whose connections to the database go silent, all at once and without a word; new ones work. */
let line: DatabaseLine
let far: TestPortal
let near: TestPortal
let url = ''
const dialled: DialledDevice[] = []

beforeAll(async () => {
  near = await startTestPortal()
  line = await openDatabaseLine(near.connectionString)
  far = await near.another({
    connectionString: line.connectionString,
    devicePatience: { openMs: 1_000, statementMs: 200 },
  })
  url = await far.listen()
})
afterEach(async () => {
  for (const device of dialled.splice(0)) await device.close()
})
afterAll(async () => {
  await far.close()
  await line.close()
  await near.close()
})

/** A door past its initial pushes, which tries again like any other when the portal cannot serve it yet. */
const dial = async (door: { serial: string; key: string }, tries = 20): Promise<DialledDevice> => {
  const device = await dialDevice(url, { path: `/ws/access/door/${door.serial}`, key: door.key })
  dialled.push(device)
  return device.settle().then(
    () => device,
    (error: unknown) => {
      if (tries === 0) throw error
      return dial(door, tries - 1)
    },
  )
}

const hang = async (cards: string[] = []) => {
  const door = await aDoor(near.db)
  const members = await Promise.all(cards.map((card) => aMember(near.db, { cards: [card] })))
  for (const { id } of members) await aGrant(near.db, { memberId: id, deviceId: door.id })
  return { door, device: await dial(door), members }
}

test('a lost card leaves the list of a door although every connection went silent', async () => {
  const { device, members } = await hang(['4711'])
  line.swallow()
  const card = await near.db
    .selectFrom('cards')
    .select('id')
    .where('member_id', '=', members[0]?.id ?? 0)
    .executeTakeFirstOrThrow()
  await endCard(near.ctx, { memberId: members[0]?.id ?? 0, cardId: card.id, state: 'lost' })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [] })
})

test('a lockout arrives although every connection went silent', async () => {
  const { door, device } = await hang()
  line.swallow()
  await lockOutDevice(near.ctx, { deviceId: door.id, isLockedOut: true, reason: 'New lock' })
  expect(await device.next()).toEqual({ command: 'update_device_locked_out', locked_out: true })
})

test('a revoked key loses its line, and with it its list, although every connection went silent', async () => {
  const { door, device } = await hang(['4712'])
  line.swallow()
  const key = await near.db
    .selectFrom('device_keys')
    .select('id')
    .where('device_id', '=', door.id)
    .executeTakeFirstOrThrow()
  await revokeDeviceKey(near.ctx, { deviceId: door.id, keyId: key.id })
  expect(await device.next()).toMatchObject({ command: 'sync', tags: [] })
  expect(await device.closed).toBe(1000)
})

/** Counts the lists that are read on the lines that short reads share. */
const countOnLines = () => {
  const { reads } = far.services.forDevices
  const { ask } = reads
  onTestFinished(() => void (reads.ask = ask))
  let count = 0
  reads.ask = (query) => {
    if (query.sql.includes('string_agg')) count += 1
    return ask(query)
  }
  return () => count
}

test('a list that took too long is read again beside the lines that short reads share', async () => {
  const { device } = await hang(['4715'])
  const { length } = far.logLines
  const onLines = countOnLines()
  await near.db.transaction().execute(async (tx) => {
    await sql`lock table grants`.execute(tx)
    device.send({ command: 'sync' })
    const failures = () => far.logLines.slice(length).filter((text) => text.includes('lists were not computed')).length
    await expect.poll(failures).toBeGreaterThan(1)
  })
  expect(onLines()).toBeLessThan(2)
})

test('swipes are acknowledged again, and doors connect again, although every connection went silent', async () => {
  const { device } = await hang(['4713'])
  line.swallow()
  device.send({ command: 'log_access', card_id: '4713' })
  const again = await hang(['4714'])
  again.device.send({ command: 'log_access', card_id: '4714' })
  expect(await again.device.next()).toEqual({ command: 'log_access', success: true })
})
