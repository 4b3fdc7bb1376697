import type { ChangePreview } from '@spacekeeper/contract/billing/shapes.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPlan } from '../../plans/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { changeBilling } from '../billing-work.ts'
import { aPayer } from '../payer.testing.ts'
import { bookPayment } from '../payments/payments.ts'

let now = new Date('2026-03-01T00:00:00Z')
let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal({ now: () => now })
})
afterAll(() => portal.close())

/** A member whose first month is paid. */
const aPaidUp = async ({ costCents = 6500 } = {}) => {
  const payer = await aPayer(portal, { costCents })
  await changeBilling(portal.ctx, 'billing.paid', (work) =>
    bookPayment(work, {
      memberId: payer.id,
      amountCents: costCents,
      currency: 'AUD',
      method: 'bank',
      paidOn: work.today,
    }),
  )
  return { payer, own: await portal.as(payer.id) }
}

const mailsTo = async (memberId: number) => {
  await portal.runJobs()
  const rows = await portal.db.selectFrom('messages').select('template').where('member_id', '=', memberId).execute()
  return rows.map(({ template }) => template)
}

/** The amounts a member agrees to of what they were shown. */
const agreedTo = ({ when, givenBackCents, firstChargeCents, dueNowCents }: ChangePreview) => ({
  when,
  givenBackCents,
  firstChargeCents,
  dueNowCents,
})

test('a change of plan costs what its preview said, and is refused when that is so no more', async () => {
  now = new Date('2026-03-11T00:00:00Z')
  const plan = await aPlan(portal.db, { costCents: 6200 })
  const { payer, own } = await aPaidUp({ costCents: 3100 })
  const before = await own.billing.getMyPlan()
  now = new Date('2026-03-21T00:00:00Z')
  const later = await portal.as(payer.id)
  const preview = await later.billing.previewChange({ planId: plan.id })
  // 21 of 31 days are left of 31.00, and of 62.00.
  expect(preview).toEqual({
    when: 'now',
    times: ['now', 'next'],
    startsOn: '2026-03-21',
    firstPeriodEnds: '2026-04-11',
    periodGoesOn: true,
    differenceCents: 2100,
    givenBackCents: 2100,
    firstChargeCents: 4200,
    dueNowCents: 2100,
    creditCents: 0,
    currency: 'AUD',
    tooManyPeople: 0,
  })
  // Nothing was changed by looking.
  expect(await later.billing.getMyPlan()).toMatchObject({ charges: before.charges, payments: before.payments })
  const change = { planId: plan.id, ...agreedTo(preview) }
  await expect(later.billing.changePlan({ ...change, firstChargeCents: 2900 })).rejects.toMatchObject({
    code: 'amountsChanged',
  })
  expect(await later.billing.changePlan(change)).toEqual(preview)
  expect(await later.billing.getMyPlan()).toMatchObject({ creditCents: 0, subscription: { plan: { id: plan.id } } })
  expect(await mailsTo(payer.id)).toEqual(['planChanged'])
})

test('a cheaper plan begins with the next payment, unless the space gives it at once', async () => {
  const plan = await aPlan(portal.db, { costCents: 3000 })
  const { own } = await aPaidUp()
  const question = { planId: plan.id }
  expect(await own.billing.previewChange(question)).toMatchObject({
    when: 'next',
    times: ['next'],
    startsOn: '2026-04-21',
    dueNowCents: 0,
  })
  await expect(own.billing.previewChange({ ...question, when: 'now' })).rejects.toMatchObject({
    body: { fields: [{ field: 'when', message: 'A cheaper plan starts with the next payment.' }] },
  })
  await changeSetting(portal.ctx, { key: 'DOWNGRADES_AT_ONCE', value: true })
  const preview = await own.billing.previewChange(question)
  expect(preview).toMatchObject({ when: 'now', times: ['now', 'next'], differenceCents: -3500, creditCents: 3500 })
  await own.billing.changePlan({ ...question, ...agreedTo(preview) })
  await changeSetting(portal.ctx, { key: 'DOWNGRADES_AT_ONCE', value: false })
  expect(await own.billing.getMyPlan()).toMatchObject({ creditCents: 3500, subscription: { plan: { id: plan.id } } })
})

test('a change for the next period is announced and can be called off', async () => {
  const plan = await aPlan(portal.db, { name: 'Weekends', costCents: 3000 })
  const { own } = await aPaidUp()
  const change = { planId: plan.id, when: 'next' as const, givenBackCents: 0, firstChargeCents: 3000, dueNowCents: 0 }
  await own.billing.changePlan(change)
  expect((await own.billing.getMyPlan()).subscription).toMatchObject({
    nextPlan: { name: 'Weekends', costCents: 3000, startsOn: '2026-04-21' },
    next: { on: '2026-04-21', amountCents: 3000 },
  })
  await own.billing.keepPlan()
  expect((await own.billing.getMyPlan()).subscription).toMatchObject({ nextPlan: null, next: { amountCents: 6500 } })
})

test('members change only to plans that are offered to them', async () => {
  const hidden = await aPlan(portal.db, { isVisible: false })
  const cashOnly = await aPlan(portal.db, { collectors: ['cash'] })
  const { own } = await aPaidUp()
  await expect(own.billing.previewChange({ planId: hidden.id, when: 'now' })).rejects.toMatchObject({
    code: 'planGone',
  })
  await expect(own.billing.previewChange({ planId: cashOnly.id, when: 'now' })).rejects.toMatchObject({
    code: 'badInput',
  })
  await expect(own.billing.previewChange({ planId: 2_000_000_000, when: 'now' })).rejects.toMatchObject({
    code: 'planGone',
  })
  const { plans } = await own.billing.listMyOffers()
  expect(plans.map(({ id }) => id)).not.toContain(hidden.id)
  expect(plans.map(({ id }) => id)).not.toContain(cashOnly.id)
})
