import { beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#platform/ctx.ts'
import { countQueries } from '../../count-queries.testing.ts'
import { aMember } from '../../members/factory.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { findClearingFaults } from './clearing.ts'

const scene = openStripeScene()
const ctx = () => systemCtx(scene.portal.services)

/** So many payments of one member that Stripe has, too, and a comparison after them. */
const addPayments = async (from: number, through: number) => {
  const { id: memberId } = await aMember(scene.portal.db, { state: 'active' })
  await scene.portal.runAsOwner(
    `insert into payments (member_id, amount_cents, currency, method, paid_on, at, actor_kind, provider_ref)
      select ${memberId}, 3100, 'AUD', 'card', '2027-01-01', '2027-01-01T00:00:00Z', 'system', 'pi_many' || n
      from generate_series(${from}::int, ${through}::int) n`,
  )
  await scene.portal.runAsOwner(
    `insert into stripe_movements (ref, type, source, intent_id, amount_cents, fee_cents, currency, created_at,
        available_at, booked_on)
      select 'txn_many' || n, 'charge', 'ch_many' || n, 'pi_many' || n, case when n = 7 then 3000 else 3100 end, 84, 'AUD',
        '2027-01-01T00:00:00Z', '2027-01-03T00:00:00Z', '2027-01-01'
      from generate_series(${from}::int, ${through}::int) n`,
  )
}

beforeAll(async () => {
  await scene.portal.runAsOwner(
    `insert into stripe_reconciliations (began_at, ended_at) values ('2027-01-30T00:00:00Z', '2027-01-30T00:01:00Z')`,
  )
})

test('of ten thousand movements the one that is off is found, with as many queries as of a hundred', async () => {
  await addPayments(1, 100)
  const few = await countQueries(scene.portal, () => findClearingFaults(ctx()))
  await addPayments(101, 10_000)
  const many = await countQueries(scene.portal, () => findClearingFaults(ctx()))
  expect([few <= 4, many]).toEqual([true, few])
  expect(await findClearingFaults(ctx())).toMatchObject([{ ref: 'pi_many7', theirCents: 3000, ourCents: 3100 }])
})
