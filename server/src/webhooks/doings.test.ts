import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { afterSwipe } from '../access/after-swipe.ts'
import { aSwipe } from '../access/factory.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { aMember } from '../members/factory.ts'
import type { TestPortal } from '../portal.testing.ts'
import { lookBack, takeDoings } from './doings.ts'
import { verify } from './receiver.testing.ts'
import { openWebhookScene } from './webhook-scene.testing.ts'

let scene: Awaited<ReturnType<typeof openWebhookScene>>
let portal: TestPortal

beforeAll(async () => {
  scene = await openWebhookScene()
  portal = scene.portal
})

afterAll(() => scene.close())

beforeEach(() => scene.begin())

const swipeOf = (deviceId: number, memberId: number, facts: Partial<Parameters<typeof aSwipe>[1]> = {}) =>
  aSwipe(portal.db, { deviceId, memberId, at: portal.services.now(), ...facts })

const typesHeard = (secret: string) =>
  scene.other().heard.map((message) => Object(verify(secret, message))['type'] as string) // the shape is held below

test('a swipe reaches those who chose it, after the door has its answer, without the card and without why', async () => {
  const { secret } = await scene.addReceiver({ kinds: ['swipes'] })
  const [door, bo] = [
    await aDoor(portal.db, { name: 'Front' }),
    (await aMember(portal.db, { firstName: 'Bo', lastName: 'Tan' })).id,
  ]
  await swipeOf(door.id, bo, { outcome: 'refused', refusal: 'notActive', card: '11223344' })
  await afterSwipe(portal.services, 'door')(portal.ctx, { deviceId: door.id, memberId: bo, refusal: 'notActive' })
  await expect
    .poll(async () => {
      await portal.runJobs()
      return scene.other().heard.length
    })
    .toBe(1)
  const [message] = scene.other().heard
  if (!message) throw new Error('nothing was heard')
  expect(verify(secret, message)).toEqual({
    type: 'swipe.refused',
    timestamp: expect.any(String),
    data: {
      swipeId: expect.any(Number),
      kind: 'swipes',
      actor: { kind: 'member', id: bo },
      subject: { kind: 'device', id: door.id },
      facts: { device: 'Front', deviceKind: 'door' },
    },
  })
  expect(message.body).not.toMatch(/11223344|notActive|Tan/)
  await takeDoings(portal.ctx, lookBack.later)
  await portal.runJobs()
  expect(scene.other().heard).toHaveLength(1)
})

test('what is hidden, cards of no member, and what was before are not told', async () => {
  const door = await aDoor(portal.db)
  const hiddenDoor = await aDoor(portal.db, { isHidden: true })
  const [bo, cy] = [(await aMember(portal.db)).id, (await aMember(portal.db, { isHidden: true })).id]
  await swipeOf(door.id, bo, { at: new Date(portal.services.now().getTime() - 60_000) })
  const { secret } = await scene.addReceiver({ kinds: ['swipes'] })
  await swipeOf(hiddenDoor.id, bo)
  await swipeOf(door.id, cy)
  await swipeOf(door.id, bo, { memberId: null, outcome: 'refused', refusal: 'unknownCard', card: '5566' })
  await swipeOf(door.id, bo, { outcome: 'lockedOut', refusal: 'lockedOut' })
  await swipeOf(door.id, bo)
  await takeDoings(portal.ctx, lookBack.soon)
  await portal.runJobs()
  expect(typesHeard(secret).toSorted()).toEqual(['swipe.accepted', 'swipe.lockedOut'])
})

test('a use of a machine is told when it starts and when it ends, with names where that was chosen', async () => {
  const { secret } = await scene.addReceiver({ kinds: ['uses'], hasNames: true })
  const saw = await aMachine(portal.db, { name: 'Saw' })
  const { id } = await aMember(portal.db, { firstName: 'Bo', lastName: 'Tan', email: 'bo.tan@example.org' })
  const startedAt = portal.services.now()
  await portal.db
    .insertInto('interlock_sessions')
    .values({
      id: crypto.randomUUID(),
      device_id: saw.id,
      member_id: id,
      started_at: startedAt,
      last_heard_at: startedAt,
      ended_at: new Date(startedAt.getTime() + 95_000),
      end_reason: 'card',
      cost_per_session_cents: 500,
      cost_per_hour_cents: 0,
      cost_per_kwh_cents: 0,
      cost_cents: 500,
    })
    .execute()
  await takeDoings(portal.ctx, lookBack.soon)
  await portal.runJobs()
  expect(typesHeard(secret).toSorted()).toEqual(['use.ended', 'use.started'])
  const end = scene.other().heard.find(({ body }) => body.includes('use.ended'))
  expect(JSON.parse(end?.body ?? '{}')).toMatchObject({
    data: {
      kind: 'uses',
      actor: { kind: 'member', id, name: 'Bo Tan', email: 'bo.tan@example.org' },
      facts: { device: 'Saw', deviceKind: 'interlock', seconds: 95, endReason: 'card' },
    },
  })
  expect(end?.body).not.toMatch(/cost|cents|:500\b/i)
})

test('a receiver that did not choose them hears of neither, and without one no job is added', async () => {
  await scene.addReceiver({ kinds: ['visits'] })
  const [door, bo] = [await aDoor(portal.db), (await aMember(portal.db)).id]
  await swipeOf(door.id, bo)
  await takeDoings(portal.ctx, lookBack.later)
  await portal.runJobs()
  expect(scene.other().heard).toEqual([])
})
