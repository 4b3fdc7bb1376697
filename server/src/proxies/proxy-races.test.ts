import { afterAll, beforeAll, expect, test } from 'vitest'
import { change } from '#platform/db/change.ts'
import { aProxy } from './factory.ts'
import { countRepresented, proxiesOf } from './meeting-proxies.ts'
import { type ProxyScene, startProxyScene } from './proxies.testing.ts'
import { endOpenProxies, endProxyOnArrival, expireProxies } from './proxy-ends.ts'
import { remindHolders } from './reminders.ts'

let scene: ProxyScene
beforeAll(async () => {
  scene = await startProxyScene()
})
afterAll(() => scene.portal.close())

const people = (count: number) => Promise.all(Array.from({ length: count }, (_, at) => scene.person(`P${at}`)))
const outcomes = (results: readonly PromiseSettledResult<unknown>[]) => results.map(({ status }) => status).toSorted()

test('of two who answer at the same time the most that a member holds is not passed', async () => {
  const [holder, ...others] = await people(8)
  if (!holder) return
  const meetingId = await scene.meeting()
  const asked = await Promise.all(
    others.map(({ id }) =>
      aProxy(scene.portal.db, { meetingId, memberId: id, holderId: holder.id, isAccepted: false }),
    ),
  )
  const answers = await Promise.allSettled(
    asked.map(({ id: proxyId }) => holder.client.proxies.answer({ proxyId, isAccepted: true })),
  )
  expect(outcomes(answers)).toEqual([...Array(5).fill('fulfilled'), ...Array(2).fill('rejected')])
  expect((await proxiesOf(scene.portal.ctx.db, meetingId)).filter(({ state }) => state === 'counts')).toHaveLength(5)
})

test('two forms sent at once leave one proxy, and two members who name each other never both count', async () => {
  const [bo, cy, di] = await people(3)
  if (!bo || !cy || !di) return
  const meetingId = await scene.meeting()
  await Promise.all([cy, di, cy, di].map(({ id }) => bo.client.proxies.give(scene.form(meetingId, id))))
  expect((await scene.proxiesOf(meetingId)).filter((row) => row.ended_at === null)).toHaveLength(1)

  const second = await scene.meeting()
  const [there, back] = [
    await aProxy(scene.portal.db, { meetingId: second, memberId: bo.id, holderId: cy.id, isAccepted: false }),
    await aProxy(scene.portal.db, { meetingId: second, memberId: cy.id, holderId: bo.id, isAccepted: false }),
  ]
  const answers = await Promise.allSettled([
    cy.client.proxies.answer({ proxyId: there.id, isAccepted: true }),
    bo.client.proxies.answer({ proxyId: back.id, isAccepted: true }),
  ])
  expect(outcomes(answers)).toEqual(['fulfilled', 'rejected'])
})

const arrive = async (meetingId: number, memberId: number) => {
  const now = scene.clock.now
  await change(scene.portal.ctx, 'test.arrived', async (work) => {
    await work.tx
      .insertInto('meeting_attendance')
      .values({ meeting_id: meetingId, member_id: memberId, arrived_at: now, how: 'name' })
      .execute()
    return { result: undefined, also: await endProxyOnArrival(work, { meetingId, memberId }) }
  })
}

test('a proxy ends when its principal arrives, also one that is accepted at that moment', async () => {
  const [bo, cy] = await people(2)
  if (!bo || !cy) return
  const meetingId = await scene.meeting()
  const { id: proxyId } = await aProxy(scene.portal.db, {
    meetingId,
    memberId: bo.id,
    holderId: cy.id,
    isAccepted: false,
  })
  await Promise.allSettled([arrive(meetingId, bo.id), cy.client.proxies.answer({ proxyId, isAccepted: true })])
  expect(await scene.proxiesOf(meetingId)).toMatchObject([{ end_reason: 'arrived' }])
  await expect(bo.client.proxies.give(scene.form(meetingId, cy.id))).rejects.toMatchObject({
    body: { fields: [{ field: 'meeting', message: 'You’re at this meeting, so you vote yourself.' }] },
  })
})

test('members are there by proxy while their holder is and they are not', async () => {
  const [bo, cy, di, eve] = await people(4)
  if (!bo || !cy || !di || !eve) return
  const meetingId = await scene.meeting({ rollFrozenAt: scene.clock.now })
  const { db } = scene.portal
  await db
    .insertInto('meeting_roll')
    .values([bo, cy, di].map(({ id }) => ({ meeting_id: meetingId, member_id: id })))
    .execute()
  for (const { id: memberId } of [bo, di, eve]) await aProxy(db, { meetingId, memberId, holderId: cy.id })
  expect(await countRepresented(scene.portal.ctx.db, meetingId)).toBe(0)
  await arrive(meetingId, cy.id)
  // Eve is not on the roll.
  expect(await countRepresented(scene.portal.ctx.db, meetingId)).toBe(2)
  await arrive(meetingId, bo.id)
  expect(await countRepresented(scene.portal.ctx.db, meetingId)).toBe(1)
})

test('all proxies of a cancelled meeting end with it', async () => {
  const [bo, cy, di] = await people(3)
  if (!bo || !cy || !di) return
  const meetingId = await scene.meeting()
  await aProxy(scene.portal.db, { meetingId, memberId: bo.id, holderId: di.id })
  await aProxy(scene.portal.db, { meetingId, memberId: cy.id, holderId: di.id, isAccepted: false })
  await change(scene.portal.ctx, 'test.cancelled', async (work) => ({
    result: undefined,
    also: await endOpenProxies(work, meetingId),
  }))
  expect((await scene.proxiesOf(meetingId)).map((row) => row.end_reason)).toEqual(['cancelled', 'cancelled'])
})

test('what was not accepted before the meeting ends when it begins, and its principal is told', async () => {
  const [bo, cy, di] = await people(3)
  if (!bo || !cy || !di) return
  const meetingId = await scene.meeting({ startsAt: scene.inHours(30) })
  await aProxy(scene.portal.db, { meetingId, memberId: bo.id, holderId: di.id, isAccepted: false })
  await aProxy(scene.portal.db, { meetingId, memberId: cy.id, holderId: di.id })
  const before = scene.clock.now
  scene.clock.now = scene.inHours(31)
  await expireProxies(scene.portal.ctx)
  await expireProxies(scene.portal.ctx)
  expect((await scene.proxiesOf(meetingId)).map((row) => row.end_reason)).toEqual(['expired', null])
  expect((await scene.mailsTo(bo.id)).map(({ template }) => template)).toEqual(['proxyEnded'])
  scene.clock.now = before
})

test('a holder who has not answered is reminded once, from two days before the meeting', async () => {
  const [bo, cy, di, eve] = await people(4)
  if (!bo || !cy || !di || !eve) return
  const before = scene.clock.now
  const meetingId = await scene.meeting({ startsAt: scene.inHours(60) })
  await aProxy(scene.portal.db, { meetingId, memberId: bo.id, holderId: di.id, createdAt: before, isAccepted: false })
  await aProxy(scene.portal.db, { meetingId, memberId: cy.id, holderId: eve.id, createdAt: before })
  const remind = async (hours: number) => {
    scene.clock.now = new Date(before.getTime() + hours * 3_600_000)
    await remindHolders(scene.portal.ctx)
    return (await scene.mailsTo(di.id)).map(({ template }) => template)
  }
  expect(await remind(11)).toEqual([])
  expect(await remind(13)).toEqual(['proxyReminder'])
  expect(await remind(20)).toEqual([])
  expect(await scene.mailsTo(eve.id)).toEqual([])
  scene.clock.now = before
})
