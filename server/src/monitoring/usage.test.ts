import { beforeAll, afterAll, test, expect } from 'vitest'
import { aSwipe } from '../access/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aDevice } from '../devices/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'

let portal: TestPortal

let staff: TestClient

const now = new Date(Date.UTC(2026, 5, 15, 12))

beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})

afterAll(() => portal.close())

const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)

const aPerson = (firstName: string, lastName: string) => aMember(portal.db, { firstName, lastName })

const aBusyDoor = async () => {
  const door = await aDoor(portal.db)
  const [bo, cy] = [await aPerson('Bo', 'Lindqvist'), await aPerson('Cy', 'Abel')]
  const swipe = (memberId: number | null, days: number, refused = false) =>
    aSwipe(portal.db, {
      deviceId: door.id,
      memberId,
      at: daysAgo(days),
      ...(refused && { outcome: 'refused' as const, refusal: 'noGrant' as const }),
    })
  for (const days of [1, 2, 200]) await swipe(bo.id, days)
  await swipe(cy.id, 3)
  await swipe(cy.id, 4, true)
  await swipe(cy.id, 900)
  await swipe(null, 5, true)
  return { door, bo, cy }
}

test('a door tells how often it let each member in and refused them, within a period', async () => {
  const { door, bo, cy } = await aBusyDoor()
  expect(await staff.monitoring.listUsage({ deviceId: door.id })).toEqual({
    members: [
      {
        memberId: bo.id,
        name: 'Bo Lindqvist',
        count: 2,
        refused: 0,
        seconds: 0,
        costCents: 0,
        held: 0,
        lastAt: daysAgo(1).toISOString(),
      },
      {
        memberId: cy.id,
        name: 'Cy Abel',
        count: 1,
        refused: 1,
        seconds: 0,
        costCents: 0,
        held: 0,
        lastAt: daysAgo(3).toISOString(),
      },
    ],
    total: 2,
    sums: { count: 3, refused: 1, unknown: 1, seconds: 0, costCents: 0, held: 0 },
  })
  const count = async (period: 'month' | 'year' | 'all') =>
    (await staff.monitoring.listUsage({ deviceId: door.id, period })).sums.count
  expect([await count('month'), await count('year'), await count('all')]).toEqual([3, 4, 5])
})

test('the table is sorted by any column, and comes a page at a time', async () => {
  const { door } = await aBusyDoor()
  const names = async (query: object) =>
    (await staff.monitoring.listUsage({ deviceId: door.id, ...query })).members.map(({ name }) => name)
  expect(await names({ sort: 'name', order: 'up' })).toEqual(['Cy Abel', 'Bo Lindqvist'])
  expect(await names({ sort: 'refused' })).toEqual(['Cy Abel', 'Bo Lindqvist'])
  expect(await names({ sort: 'last', order: 'up' })).toEqual(['Cy Abel', 'Bo Lindqvist'])
  expect(await names({ limit: 1, offset: 1 })).toEqual(['Cy Abel'])
  const page = await staff.monitoring.listUsage({ deviceId: door.id, limit: 1 })
  expect([page.members.length, page.total]).toEqual([1, 2])
})

test('a machine tells how long it was used and what that cost, also as a table to take away', async () => {
  const saw = await aMachine(portal.db, { name: 'Saw' })
  const bo = await aPerson('Bo', 'Berg')
  const use = {
    device_id: saw.id,
    member_id: bo.id,
    cost_per_session_cents: 0,
    cost_per_hour_cents: 0,
    cost_per_kwh_cents: 0,
  }
  const at = (minutes: number) => new Date(daysAgo(1).getTime() + minutes * 60_000)
  await portal.db
    .insertInto('interlock_sessions')
    .values([
      {
        ...use,
        id: crypto.randomUUID(),
        started_at: at(0),
        last_heard_at: at(30),
        ended_at: at(30),
        end_reason: 'card',
        cost_cents: 300,
      },
      { ...use, id: crypto.randomUUID(), started_at: at(40), last_heard_at: at(50), cost_cents: 100 },
    ])
    .execute()
  expect(await staff.monitoring.listUsage({ deviceId: saw.id, sort: 'time' })).toMatchObject({
    members: [{ name: 'Bo Berg', count: 2, seconds: 2400, costCents: 400, lastAt: at(40).toISOString() }],
    sums: { count: 2, seconds: 2400, costCents: 400, unknown: 0 },
  })
  const file = await staff.monitoring.exportUsage({ deviceId: saw.id })
  expect(file.name).toBe('Use of Saw.csv')
  expect(file.content.toString()).toContain('Bo Berg')
  expect(file.content.toString()).toContain('Minutes')
})

test('an unused device has an empty table, and one that sells is told elsewhere', async () => {
  const door = await aDoor(portal.db)
  expect(await staff.monitoring.listUsage({ deviceId: door.id })).toMatchObject({
    members: [],
    total: 0,
    sums: { count: 0 },
  })
  const fridge = await aDevice(portal.db, { kind: 'memberbucks' })
  await expect(staff.monitoring.listUsage({ deviceId: fridge.id })).rejects.toMatchObject({ code: 'notFound' })
})
