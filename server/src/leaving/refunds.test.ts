import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { domains } from '../domains.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { aRichMember } from './leaving.testing.ts'
import { runLeavings } from './nightly.ts'
import { stepsOf } from './steps.ts'

const clock = { now: new Date('2026-05-04T02:00:00Z') }
const dayMs = 86_400_000

let portal: TestPortal
let staff: TestClient
let staffId: number
beforeAll(async () => {
  portal = await startTestPortal({ now: () => clock.now })
  staffId = (await aMember(portal.db, { firstName: 'Ann', lastName: 'Archer', isAdmin: true })).id
  staff = await portal.as(staffId)
  for (const [key, value] of Object.entries({ ENABLE_LEAVING: true, EMAIL_ADMIN: 'board@example.org' }))
    await staff.settings.update({ key, value })
})
afterAll(() => portal.close())

/** Sessions do not last that long, so staff log in again. */
const goOn = async (days: number) => {
  clock.now = new Date(clock.now.getTime() + days * dayMs)
  staff = await portal.as(staffId)
}

const night = () => runLeavings(portal.ctx, stepsOf(domains))

const leaveNow = async (facts: MemberFacts & { balanceCents?: number } = {}) => {
  const member = await aRichMember(portal.db, facts)
  await staff.members.setState({ memberId: member.id, state: 'inactive' })
  await night()
  return member
}

const statesOf = async (memberId: number) => {
  const { leavings } = await staff.leaving.list({ filter: 'open' })
  const steps = leavings.find(({ member }) => member.id === memberId)?.steps ?? []
  return Object.fromEntries(steps.map(({ name, state }) => [name, state]))
}

const mailsTo = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db
    .selectFrom('messages')
    .select('template')
    .where(sql<boolean>`(member_id = ${memberId} or ${memberId} = any(about))`)
    .where(sql<boolean>`template ~ '^(leaving|balance)'`)
    .orderBy('id')
    .execute()
  return rows.map(({ template }) => template)
}

const account = { accountName: 'Bo Berg', accountNumber: 'DE89 3704 0044 0532 0130 00' }

test('a balance goes back by a transfer that is booked once, by staff of money and not by their own hand', async () => {
  const { id } = await leaveNow({ balanceCents: 1250, firstName: 'Bo', lastName: 'Berg' })
  const own = await portal.as(id)
  expect(await own.leaving.getOwn()).toMatchObject({ balanceCents: 1250, mayChoose: true })
  await expect(
    own.leaving.askRefund({ ...account, accountNumber: 'DE00 3704 0044 0532 0130 00' }),
  ).rejects.toMatchObject({ body: { fields: [{ field: 'accountNumber' }] } })
  await own.leaving.askRefund(account)
  await expect(own.leaving.askRefund(account)).rejects.toMatchObject({ code: 'refundAsked' })
  await expect(own.leaving.donate()).rejects.toMatchObject({ code: 'refundAsked' })
  expect(await own.leaving.getOwn()).toMatchObject({ mayChoose: false, refund: { state: 'asked', accountEnd: '3000' } })
  const { refunds } = await staff.leaving.listRefunds()
  const [refund] = refunds.filter(({ member }) => member.id === id)
  expect(refund).toMatchObject({ amountCents: 1250, accountNumber: account.accountNumber, state: 'asked' })
  const helper = await portal.as((await aMember(portal.db, { permissions: ['members'] })).id)
  await expect(helper.leaving.listRefunds()).rejects.toMatchObject({ code: 'notAllowed' })
  const { content } = await staff.leaving.downloadRefunds()
  expect(content.toString()).toContain('12.50')
  const refundId = refund?.id ?? 0
  await portal.runJobs()
  const paid = await Promise.allSettled([staff.leaving.payRefund({ refundId }), staff.leaving.payRefund({ refundId })])
  expect(paid.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await own.leaving.getOwn()).toMatchObject({ balanceCents: 0, refund: { state: 'paid' } })
  expect(await statesOf(id)).toMatchObject({ balance: 'done' })
  expect(await mailsTo(id)).toEqual(['leavingGoodbye', 'balanceRefundAsked', 'balanceRefundPaid'])
  const stored = await portal.db.selectFrom('balance_refunds').selectAll().where('id', '=', refundId).executeTakeFirst()
  expect(JSON.stringify(stored)).not.toContain('3704')
})

test('a balance is donated, asked for again after it was declined, and asked about when its day comes', async () => {
  const donor = await leaveNow({ balanceCents: 500 })
  await (await portal.as(donor.id)).leaving.donate()
  expect(await statesOf(donor.id)).toMatchObject({ balance: 'done' })
  const { id } = await leaveNow({ balanceCents: 700 })
  const own = await portal.as(id)
  await own.leaving.askRefund(account)
  const { refunds } = await staff.leaving.listRefunds()
  const refundId = refunds.find(({ member }) => member.id === id)?.id ?? 0
  await staff.leaving.declineRefund({ refundId, reason: 'The bank sent it back.' })
  await expect(staff.leaving.payRefund({ refundId })).rejects.toMatchObject({ code: 'alreadyDecided' })
  expect(await own.leaving.getOwn()).toMatchObject({ mayChoose: true, refund: { reason: 'The bank sent it back.' } })
  await own.leaving.askRefund(account)
  await own.leaving.withdrawRefund({})
  await own.leaving.withdrawRefund({})
  const silent = await leaveNow({ balanceCents: 300 })
  const debtor = await leaveNow({ balanceCents: -300 })
  await goOn(30)
  await night()
  await night()
  expect(await statesOf(silent.id)).toMatchObject({ balance: 'waiting' })
  expect(await statesOf(debtor.id)).toMatchObject({ balance: 'skipped' })
  expect((await mailsTo(silent.id)).filter((kind) => kind === 'leavingBalance')).toHaveLength(1)
  const member = await portal.as((await aRichMember(portal.db, { balanceCents: 100 })).id)
  await expect(member.leaving.donate()).rejects.toMatchObject({ code: 'notLeaving' })
})
