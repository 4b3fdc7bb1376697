import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aMachine } from './factory.ts'

let portal: TestPortal
let staff: Awaited<ReturnType<TestPortal['as']>>
beforeAll(async () => {
  portal = await startTestPortal()
  staff = await portal.as((await aMember(portal.db, { permissions: ['devices'] })).id)
})
afterAll(() => portal.close())

const nothing = {
  costPerSessionCents: 0,
  costPerHourCents: 0,
  costPerKwhCents: 0,
  maxSessionMinutes: null,
  minBalanceCents: null,
  maxCostCents: null,
  ratedWatts: null,
}

test('prices change one by one, and the audit keeps what each was', async () => {
  const { id } = await aMachine(portal.db)
  expect(await staff.interlocks.getPrices({ interlockId: id })).toEqual(nothing)
  await staff.interlocks.setPrices({ interlockId: id, costPerHourCents: 600 })
  await staff.interlocks.setPrices({ interlockId: id, maxSessionMinutes: 120, costPerHourCents: 600 })
  await staff.interlocks.setPrices({ interlockId: id, maxSessionMinutes: 120 })
  expect(await staff.interlocks.getPrices({ interlockId: id })).toEqual({
    ...nothing,
    costPerHourCents: 600,
    maxSessionMinutes: 120,
  })
  const events = await portal.db.selectFrom('audit_events').selectAll().where('subject_id', '=', id).execute()
  expect(events.map(({ event, data }) => ({ event, data }))).toEqual([
    { event: 'interlock.pricesChanged', data: { changes: { costPerHourCents: { from: 0, to: 600 } } } },
    { event: 'interlock.pricesChanged', data: { changes: { maxSessionMinutes: { from: null, to: 120 } } } },
  ])
  await staff.interlocks.setPrices({ interlockId: id, maxSessionMinutes: null })
  expect(await staff.interlocks.getPrices({ interlockId: id })).toMatchObject({ maxSessionMinutes: null })
})

test.each([
  ['costPerHourCents', -1],
  ['costPerKwhCents', 0.5],
  ['costPerSessionCents', 1_000_001],
  ['maxSessionMinutes', 0],
  ['minBalanceCents', 1_000_001],
  ['maxCostCents', 0],
  ['ratedWatts', 9],
])('%s cannot be %s', async (field, value) => {
  const { id } = await aMachine(portal.db)
  await expect(staff.interlocks.setPrices({ interlockId: id, [field]: value })).rejects.toMatchObject({
    body: { fields: [{ field }] },
  })
})

test('two changes at once keep both, also where there were no prices before', async () => {
  const { id } = await aMachine(portal.db)
  await Promise.all([
    staff.interlocks.setPrices({ interlockId: id, costPerHourCents: 600 }),
    staff.interlocks.setPrices({ interlockId: id, minBalanceCents: 500 }),
    staff.interlocks.setPrices({ interlockId: id, costPerKwhCents: 40 }),
  ])
  expect(await staff.interlocks.getPrices({ interlockId: id })).toEqual({
    ...nothing,
    costPerHourCents: 600,
    minBalanceCents: 500,
    costPerKwhCents: 40,
  })
})

test('a door has no prices', async () => {
  const { id } = await aDoor(portal.db)
  await expect(staff.interlocks.getPrices({ interlockId: id })).rejects.toMatchObject({ code: 'notFound' })
  await expect(staff.interlocks.setPrices({ interlockId: id, costPerHourCents: 1 })).rejects.toMatchObject({
    code: 'notFound',
  })
})
