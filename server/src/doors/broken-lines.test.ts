import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabaseLine, type DatabaseLine } from '#platform/db/database-line.testing.ts'
import { aGrant } from '../access/factory.ts'
import { commandDevice } from '../devices/commands.ts'
import { revokeDeviceKey } from '../devices/keys.ts'
import { lockOutDevice } from '../devices/lockout.ts'
import { endCard } from '../members/cards/cards.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { randomOf, roundsOf } from '../random-runs.testing.ts'
import { watchDoor, type WatchedDoor } from './broken-lines.testing.ts'
import { listTags } from './card-lists.ts'
import { aDoor } from './factory.ts'

/** Doors hang on two portals, each of which reaches the database by a line that fails; staff ask a third one. */
const doorCount = roundsOf(200)
const steps = roundsOf(120)
const devicePatience = { openMs: 1_000, statementMs: 500 }

let staff: TestPortal
let lines: DatabaseLine[] = []
let portals: TestPortal[] = []
const doors: WatchedDoor[] = []
const random = randomOf('broken lines')

beforeAll(async () => {
  staff = await startTestPortal()
  lines = await Promise.all([openDatabaseLine(staff.connectionString), openDatabaseLine(staff.connectionString)])
  portals = await Promise.all(
    lines.map(({ connectionString }) => staff.another({ connectionString, devicePatience, limits: {} })),
  )
  const urls = await Promise.all(portals.map((portal) => portal.listen()))
  for (let n = 0; n < doorCount; n += 1) {
    const door = await aDoor(staff.db)
    const { id: memberId } = await aMember(staff.db, { cards: [`card ${n}`] })
    await aGrant(staff.db, { memberId, deviceId: door.id })
    // A door is led to either of them, as by a balancer.
    doors.push(watchDoor(door, () => random.pick(urls)))
  }
})
afterAll(async () => {
  await Promise.all(doors.map((door) => door.stop()))
  for (const portal of portals) await portal.close()
  for (const line of lines) await line.close()
  await staff.close()
})

/** Told by the caller as obeyed or not, by door. */
const obeyed = new Map<number, number>()
const withdrawn = new Set<number>()

const openOne = async (door: WatchedDoor) => {
  const isObeyed = await commandDevice(staff.ctx, { deviceId: door.id, kind: 'door', command: 'bump' }).then(
    () => true,
    () => false,
  )
  if (isObeyed) obeyed.set(door.id, (obeyed.get(door.id) ?? 0) + 1)
}

const loseCard = async (door: WatchedDoor) => {
  const card = await staff.db
    .selectFrom('cards as c')
    .innerJoin('grants as g', 'g.member_id', 'c.member_id')
    .select(['c.id', 'c.member_id'])
    .where('g.device_id', '=', door.id)
    .where('c.state', '=', 'active')
    .executeTakeFirst()
  if (card) await endCard(staff.ctx, { memberId: card.member_id, cardId: card.id, state: 'lost' })
}

const revokeKey = async (door: WatchedDoor) => {
  withdrawn.add(door.id)
  const keys = await staff.db.selectFrom('device_keys').select('id').where('device_id', '=', door.id).execute()
  for (const { id } of keys) await revokeDeviceKey(staff.ctx, { deviceId: door.id, keyId: id })
}

const act = async (): Promise<void> => {
  const door = random.pick(doors)
  const line = random.pick(lines)
  switch (random.whole(0, 7)) {
    case 0:
      return line.swallow()
    case 1:
      await line.cut()
      return line.mend()
    case 2:
    case 3:
      return loseCard(door)
    case 4:
    case 5:
      return lockOutDevice(staff.ctx, { deviceId: door.id, isLockedOut: random.next() < 0.7, reason: 'Chaos' })
    case 6:
      return revokeKey(door)
    default:
      return openOne(door)
  }
}

/** Doors that do not hold what the database says they should. */
const differing = async () => {
  const ids = doors.map(({ id }) => id)
  const [lists, rows] = await Promise.all([
    listTags(staff.ctx, ids),
    staff.db.selectFrom('devices').select(['id', 'is_locked_out']).execute(),
  ])
  const lockouts = new Map(rows.map((row) => [row.id, row.is_locked_out]))
  return doors
    .filter(({ id, tags, isLockedOut, isTurnedAway }) =>
      withdrawn.has(id)
        ? !isTurnedAway
        : tags.join() !== lists.get(id)?.join() || isLockedOut !== lockouts.get(id) || isTurnedAway,
    )
    .map(({ id, tags, isLockedOut, isTurnedAway }) => ({ id, tags, isLockedOut, isTurnedAway }))
}

test('whatever lines break in between, each door holds in the end what it should, and opens once for each order that was obeyed', async () => {
  await expect.poll(differing).toEqual([])
  for (let step = 0; step < steps; step += 1) await act()
  await expect.poll(differing).toEqual([])
  for (const { id, bumps } of doors) expect(bumps, `bumps of ${id}`).toBe(obeyed.get(id) ?? 0)
})
