import { beforeAll, expect, test } from 'vitest'
import type { TestClient } from '../client.testing.ts'
import { aMember } from '../members/factory.ts'
import { openStripeScene } from './stripe-scene.testing.ts'

const scene = openStripeScene()
let treasurer: TestClient
beforeAll(async () => {
  treasurer = await scene.portal.as((await aMember(scene.portal.db, { permissions: ['money'] })).id)
})

const monthly = { currency: 'AUD', interval: 'month', intervalCount: 1 } as const

const aTierWithPlan = async (name: string) => {
  const tier = await treasurer.plans.addTier({ name })
  const plan = await treasurer.plans.addPlan({
    ...monthly,
    memberTier: tier.id,
    name: 'Monthly',
    costCents: 2550,
    collectors: ['stripe'],
  })
  await scene.settle()
  return { tierId: tier.id, planId: plan.id }
}

const productOf = async (tierId: number) => (await treasurer.plans.getTier({ tierId })).stripeId

test('a new price of a plan is one at Stripe, too, in cents, and the old one is no longer offered there', async () => {
  const { planId } = await aTierWithPlan('Repriced')
  const { stripeId: first } = await treasurer.plans.getPlan({ planId })
  expect(await scene.stripe.prices.retrieve(first)).toMatchObject({ unit_amount: 2550, currency: 'aud', active: true })
  await treasurer.plans.updatePlan({ planId, costCents: 3075 })
  await scene.settle()
  const { stripeId: second, cost, costCents } = await treasurer.plans.getPlan({ planId })
  expect([cost, costCents]).toEqual([30.75, 3075])
  expect(await scene.stripe.prices.retrieve(second)).toMatchObject({ unit_amount: 3075, active: true })
  expect(await scene.stripe.prices.retrieve(first)).toMatchObject({ active: false })
})

test('a tier that is called otherwise is called so at Stripe', async () => {
  const { tierId } = await aTierWithPlan('Before')
  await treasurer.plans.updateTier({ tierId, name: 'After', description: 'All of it' })
  await scene.settle()
  expect(await scene.stripe.products.retrieve(await productOf(tierId))).toMatchObject({
    name: 'After',
    description: 'All of it',
  })
})

test('a name that is taken leaves nothing at Stripe', async () => {
  await aTierWithPlan('Taken')
  const before = (await scene.stripe.products.list({ limit: 100 })).data.length
  await expect(treasurer.plans.addTier({ name: 'taken' })).rejects.toMatchObject({ code: 'tierTaken' })
  await scene.settle()
  expect((await scene.stripe.products.list({ limit: 100 })).data.length).toBe(before)
})

test('a plan that is in use is archived here and at Stripe, and its members keep it', async () => {
  const { planId, tierId } = await aTierWithPlan('In use')
  const { stripeId } = await treasurer.plans.getPlan({ planId })
  const memberId = await scene.aCardHolder()
  await treasurer.billing.startMemberPlan({ memberId, planId, collector: 'stripe' })
  await scene.settle()
  await treasurer.plans.removePlan({ planId })
  await treasurer.plans.removeTier({ tierId })
  await scene.settle()
  expect(await scene.stripe.prices.retrieve(stripeId)).toMatchObject({ active: false })
  expect((await treasurer.plans.listPlanMembers({ planId })).total).toBe(1)
})
