import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeBilling } from '../billing-work.ts'
import { aPayer } from '../payer.testing.ts'
import { bookPayment } from '../payments/payments.ts'
import { runBilling } from '../subscriptions/nightly.ts'
import { cancelMyPlan } from '../subscriptions/plan-changes.ts'

const begin = new Date('2026-03-01T00:00:00Z')
let now = begin
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
beforeEach(() => {
  now = begin
})
afterAll(() => portal.close())

const duesOf = async (memberId: number) => (await (await portal.as(memberId)).billing.getMyPlan()).dues

const pay = (memberId: number, amountCents: number) =>
  changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, { memberId, amountCents, currency: 'AUD', method: 'bank', paidOn: work.today }),
  )

test('a first payment is one sum with the joining fee, whichever screen asks', async () => {
  const { id } = await aPayer(portal, { costCents: 6600, joiningFeeCents: 2500, paysBeforeAccess: true, state: 'noob' })
  const own = await portal.as(id)
  const { dues, subscription } = await own.billing.getMyPlan()
  expect(dues).toMatchObject({ owedCents: 9100, reason: 'first', by: null, collector: 'bank', isDebited: false })
  expect(dues.lines.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
    ['joiningFee', 2500],
    ['period', 6600],
  ])
  expect(subscription?.next).toEqual({ on: '2026-03-01', amountCents: 9100, isCharged: true })
  expect((await own.signup.getOwn()).plan?.openCents).toBe(9100)
  expect(await own.signup.getStanding()).toMatchObject({ step: 'pay', dues: { owedCents: 9100 } })
  const staff = await portal.as((await aMember(portal.db, { permissions: ['money'] })).id)
  const { charges } = await staff.billing.memberDues({ memberId: id })
  expect(charges.reduce((sum, { amountCents, paidCents }) => sum + amountCents - paidCents, 0)).toBe(9100)
})

test('what is open says its day, then the last day of access, then that access has ended', async () => {
  const { id } = await aPayer(portal, { costCents: 6500 })
  await pay(id, 6500)
  expect(await duesOf(id)).toMatchObject({ owedCents: 0, reason: null, coming: [{ from: '2026-04-01', count: null }] })
  now = new Date('2026-03-25T00:00:00Z')
  await runBilling(portal.ctx)
  expect(await duesOf(id)).toMatchObject({
    owedCents: 6500,
    reason: 'open',
    by: '2026-04-01',
    coming: [{ from: '2026-05-01', amountCents: 6500, count: null }],
  })
  now = new Date('2026-04-02T00:00:00Z')
  await runBilling(portal.ctx)
  expect(await duesOf(id)).toMatchObject({ owedCents: 6500, reason: 'overdue', by: '2026-04-08' })
  await pay(id, 1000)
  expect(await duesOf(id)).toMatchObject({ owedCents: 5500, lines: [{ amountCents: 5500 }] })
  now = new Date('2026-04-09T00:00:00Z')
  await runBilling(portal.ctx)
  expect(await duesOf(id)).toMatchObject({ owedCents: 5500, reason: 'ended', by: null, coming: [] })
})

test('a debt that outlives its plan is of a former plan, and what is left over is told', async () => {
  const owing = await aPayer(portal, { costCents: 6500 })
  await cancelMyPlan(portal.ctx, owing.id)
  now = new Date('2026-05-02T00:00:00Z')
  await runBilling(portal.ctx)
  const dues = await duesOf(owing.id)
  expect(dues).toMatchObject({ collector: null, coming: [], reason: dues.owedCents > 0 ? 'former' : null })
  now = begin
  const rich = await aPayer(portal, { costCents: 6500 })
  await pay(rich.id, 7000)
  expect(await duesOf(rich.id)).toMatchObject({ owedCents: 0, creditCents: 500 })
  const stranger = await aMember(portal.db)
  expect(await duesOf(stranger.id)).toMatchObject({ owedCents: 0, reason: null, collector: null, creditCents: 0 })
})
