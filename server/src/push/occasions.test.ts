import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { mailTemplate } from '#platform/mail/mail-template.ts'
import { afterSwipe } from '../access/after-swipe.ts'
import { mailBank } from '../bank/mails.ts'
import { aDoor } from '../doors/factory.ts'
import { aMachine } from '../interlocks/factory.ts'
import { emailBack } from '../issues/unsafe.ts'
import { aMeeting } from '../meetings/factory.ts'
import { aMember } from '../members/factory.ts'
import { sendToMember } from '../messages/member-mail.ts'
import { emailFollowers } from '../openings/followers.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { mailCards } from '../stripe/mails.ts'
import { mailCardPlan } from '../stripe/plan-mails.ts'
import { aMotion } from '../votes/factory.ts'
import { openMotion } from '../votes/opening.ts'
import { startPushService } from './stand-in.testing.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let portal: TestPortal

beforeAll(async () => {
  service = await startPushService()
  portal = await startTestPortal({ pushUrl: service.url })
})
afterAll(async () => {
  await portal.close()
  await service.close()
})

/** A member who wants to hear of everything, and what arrived. */
const listener = async () => {
  const { id } = await aMember(portal.db)
  const client = await portal.as(id)
  const { publicKey } = await client.push.getState()
  const browser = service.subscribe(publicKey)
  await client.push.addDevice(browser.subscription)
  for (const occasion of ['refusedCard', 'payments', 'machineBack', 'meetings', 'votes', 'openings'] as const)
    await client.push.choose({ occasion, isOn: true })
  const heard = async () => {
    await portal.runJobs()
    return browser.taken.splice(0).map(({ title, text, path }) => ({ title, text, path }))
  }
  return { id, heard }
}

const money = { amountCents: 6500, currency: 'AUD' }

test('a refused card is told with its reason, one that was let in is not', async () => {
  const { id, heard } = await listener()
  const door = await aDoor(portal.db, { name: 'Front door' })
  const follow = afterSwipe(portal.services, 'door')
  await follow(portal.ctx, { deviceId: door.id, memberId: id, refusal: null })
  expect(await heard()).toEqual([])
  await follow(portal.ctx, { deviceId: door.id, memberId: id, refusal: 'notSignedIn' })
  const Queued = z.object({ count: z.number() })
  // It is said after the door has its answer, and nothing waits for it.
  await expect
    .poll(async () => {
      const { rows } = await portal.services.pool.query(
        `select count(*)::int as count from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'sendPush'`,
      )
      return Queued.parse(rows[0]).count
    })
    .toBe(1)
  expect(await heard()).toEqual([
    {
      title: 'Refused at Front door',
      text: 'You’re not signed in on site. Sign in on site first, and your card will work straight away.',
      path: '/dashboard',
    },
  ])
})

test('a card payment that failed, a debit that came back and top-ups that stopped are told without amounts', async () => {
  const { id, heard } = await listener()
  await mailCardPlan(portal.ctx, { mail: 'cardPaymentFailed', memberId: id, facts: { plan: 'Full', ...money } })
  await mailBank(portal.ctx, { mail: 'debitReturned', memberId: id, amountCents: 6500 })
  await mailCards(portal.ctx, { mail: 'automaticOff', memberId: id, facts: { amountCents: 2000 } })
  const told = await heard()
  expect(told.map(({ title }) => title).toSorted()).toEqual([
    'Automatic top-ups have stopped',
    'Your direct debit came back',
    'Your payment failed',
  ])
  expect(JSON.stringify(told)).not.toMatch(/65|20\.00|\$/)
})

test('an email that could not be written notifies no one, and once it is, once', async () => {
  const { id: memberId, heard } = await listener()
  let isBroken = true
  const template = mailTemplate<object>({
    kind: 'cardPaymentFailed',
    write: () => {
      if (isBroken) throw new Error('no words')
      return { subject: 'Your payment failed', paragraphs: [] }
    },
    sample: {},
  })
  const notice = { occasion: 'payments', title: 'Your payment failed', text: 'Pay it.', path: '/' } as const
  await expect(sendToMember(portal.ctx, { memberId, template, facts: {}, notice })).rejects.toThrow('no words')
  expect(await heard()).toEqual([])
  isBroken = false
  await sendToMember(portal.ctx, { memberId, template, facts: {}, notice })
  expect(await heard()).toHaveLength(1)
})

test('a meeting that starts is told to its roll', async () => {
  const { id, heard } = await listener()
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const meeting = await aMeeting(portal.db, { name: 'Spring meeting', startsAt: new Date(), rollFrozenAt: new Date() })
  await portal.db.insertInto('meeting_roll').values({ meeting_id: meeting.id, member_id: id }).execute()
  await staff.meetings.openMeeting({ meetingId: meeting.id })
  expect(await heard()).toMatchObject([{ title: 'The meeting has started', path: `/tools/meetings/${meeting.id}` }])
})

test('a vote that opens is told to those who have one: its roll, or who is at the meeting', async () => {
  const here = await listener()
  const away = await listener()
  const own = await aMotion(portal.db, { title: 'New chairs', closesAt: new Date(Date.now() + 3_600_000) })
  await openMotion(portal.ctx, own.id)
  expect(await here.heard()).toEqual([{ title: 'A vote is open', text: 'New chairs', path: `/tools/votes/${own.id}` }])
  await away.heard()
  const meeting = await aMeeting(portal.db, { startsAt: new Date(), rollFrozenAt: new Date(), openedAt: new Date() })
  for (const { id } of [here, away])
    await portal.db.insertInto('meeting_roll').values({ meeting_id: meeting.id, member_id: id }).execute()
  await portal.db
    .insertInto('meeting_attendance')
    .values({ meeting_id: meeting.id, member_id: here.id, arrived_at: new Date(), how: 'name' })
    .execute()
  const motion = await aMotion(portal.db, { meetingId: meeting.id, title: 'Budget' })
  await openMotion(portal.ctx, motion.id)
  expect((await here.heard()).map(({ text }) => text)).toEqual(['Budget'])
  expect(await away.heard()).toEqual([])
})

test('what changes in the opening plan is told to who follows it', async () => {
  const { id, heard } = await listener()
  await portal.db.insertInto('opening_followers').values({ member_id: id, since: new Date() }).execute()
  await emailFollowers(portal.ctx, {
    id: crypto.randomUUID(),
    kind: 'cancelled',
    openingId: 1,
    byMemberId: null,
    startsAt: new Date('2027-03-02T08:00:00Z'),
    endsAt: new Date('2027-03-02T12:00:00Z'),
    count: 1,
    saidAt: new Date(),
  })
  const [told] = await heard()
  expect(told).toMatchObject({ title: 'Opening plan', path: '/tools/openings' })
  expect(told?.text).toMatch(/^Cancelled: /)
})

test('a machine that was unsafe and is back is told to who used it lately', async () => {
  const { id, heard } = await listener()
  const saw = await aMachine(portal.db, { name: 'Table saw' })
  const at = new Date(Date.now() - 3_600_000)
  await portal.db
    .insertInto('interlock_sessions')
    .values({
      id: crypto.randomUUID(),
      device_id: saw.id,
      member_id: id,
      started_at: at,
      ended_at: at,
      end_reason: 'card',
      last_heard_at: at,
      cost_per_session_cents: 0,
      cost_per_hour_cents: 0,
      cost_per_kwh_cents: 0,
    })
    .execute()
  const report = { device_id: saw.id, title: 'Guard is off', is_unsafe: true, state: 'done' as const }
  const times = { reported_at: new Date(), told_at: new Date(), done_at: new Date() }
  await portal.db
    .insertInto('issue_reports')
    .values({ ...report, ...times })
    .execute()
  await emailBack(portal.ctx, { deviceId: saw.id, isUnlocked: false })
  expect(await heard()).toMatchObject([{ title: 'Table saw is back', path: `/things/${saw.id}` }])
})
