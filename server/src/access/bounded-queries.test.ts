import { beforeAll, afterAll, test, expect } from 'vitest'
import { countQueries } from '../count-queries.testing.ts'
import { aDoor } from '../doors/factory.ts'
import { aMember } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { aGrant } from './factory.ts'
import { swipeRecorder } from './swipes.ts'

let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal()
})

afterAll(() => portal.close())

test('lists take a handful of queries, however many doors, swipes and members there are', async () => {
  const { id: memberId } = await aMember(portal.db, { isAdmin: true, cards: ['4242'] })
  const api = await portal.as(memberId)
  const addDoor = async () => {
    const { id: deviceId } = await aDoor(portal.db)
    await aGrant(portal.db, { memberId, deviceId })
    for (let i = 0; i < 3; i += 1)
      await swipeRecorder(portal.services)(portal.ctx, { deviceId, card: '4242', outcome: 'granted' })
  }
  const lists = [
    () => api.access.listOwn(),
    () => api.access.getMemberAccess({ memberId }),
    () => api.access.listSwipes(),
    () => api.members.search({}),
    () => api.visits.listOnSite(),
    () => api.statistics.get(),
  ]
  const countAll = async () => {
    const counts = []
    for (const list of lists) counts.push(await countQueries(portal, list))
    return counts
  }
  for (let i = 0; i < 20; i += 1) await addDoor()
  for (let i = 0; i < 20; i += 1) await aMember(portal.db)
  expect(Math.max(...(await countAll()))).toBeLessThan(6)
})
