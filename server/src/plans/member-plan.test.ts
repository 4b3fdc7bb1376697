import { afterAll, beforeAll, expect, test } from 'vitest'
import { aSubscription } from '../billing/factory.ts'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aPlan } from './factory.ts'

let portal: TestPortal
let api: TestClient
beforeAll(async () => {
  portal = await startTestPortal()
  api = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
})
afterAll(() => portal.close())

const add = (firstName: string) => aMember(portal.db, { firstName, lastName: 'tribe' })
const find = async (planId: number) =>
  (await api.members.list({ planId })).members.map(({ fullName }) => fullName.split(' ')[0])

test('members are found by the plan they have now, which the list and the CSV name', async () => {
  const [full, casual] = [await aPlan(portal.db, { name: 'Full tribe' }), await aPlan(portal.db)]
  const a = await add('Abe')
  const b = await add('Bea')
  await add('Cal')
  await aSubscription(portal.db, { memberId: a.id, planId: full.id })
  await aSubscription(portal.db, { memberId: b.id, planId: full.id, state: 'ended' })
  await aSubscription(portal.db, { memberId: b.id, planId: casual.id })
  expect(await find(full.id)).toEqual(['Abe'])
  expect(await find(casual.id)).toEqual(['Bea'])
  const { members } = await api.members.list({ text: 'tribe', sort: 'plan', order: 'desc' })
  expect(members.map(({ plan }) => plan)).toEqual([casual.name, full.name, null])
  const { content } = await api.members.exportCsv({
    selection: { filter: { text: 'tribe' } },
    columns: ['name', 'plan'],
  })
  expect(content.toString()).toContain('Abe,tribe,Full tribe')
  const { plans } = await api.members.listPlans()
  expect(plans).toContainEqual({ id: full.id, name: full.name, tier: expect.any(String) })
})
