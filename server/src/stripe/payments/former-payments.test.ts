import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { createFormerDatabase } from '#platform/db/former-database.testing.ts'
import { migrateJobs } from '#platform/jobs/migrate-jobs.ts'
import { aCharge } from '../../billing/factory.ts'
import { aMember } from '../../members/factory.ts'
import type { TestPortal } from '../../portal.testing.ts'
import { changeSetting } from '../../settings/settings.ts'
import { ensureCustomer } from '../customers.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { findMethod, saveByName } from '../methods/payment-methods.ts'
import { payOnPage, sessionIn } from '../paying/pay-on-page.testing.ts'
import { finishPayments } from '../paying/unfinished-payments.ts'
import { openStripeScene } from '../stripe-scene.testing.ts'
import { syncRoot } from '../sync-root.ts'

const scene = openStripeScene()

type Purpose = 'topUp' | 'dues'
type Former = Awaited<ReturnType<typeof createFormerDatabase>>
type Payer = { memberId: number; customer: string; method: string | null; chargeId: number }
/** How far a payment had come at the update, and by what it is asked about afterwards. */
type FormerPayment = { memberId: number; number: number; root: string; url: string | null }
/** The portal before the update, and its database. */
type Before = { former: Former; old: TestPortal; purpose: Purpose }

const words = {
  topUp: { table: 'top_ups', key: 'spacekeeper_top_up', word: 'topup', title: 'Top-up' },
  dues: { table: 'card_payments', key: 'spacekeeper_card_payment', word: 'payment', title: 'Payment' },
} as const

const aPayer = async ({ old }: Before, card: string | null): Promise<Payer> => {
  const { id: memberId } = await aMember(old.db, { state: 'active' })
  const { id: chargeId } = await aCharge(old.db, { memberId, amountCents: 2000, bookedOn: '2027-01-30' })
  if (card !== null) await saveByName(old.ctx, { memberId, methodId: card })
  return {
    memberId,
    chargeId,
    customer: await ensureCustomer(old.ctx, memberId),
    method: (await findMethod(old.ctx, memberId))?.method_id ?? null,
  }
}

const insertFormer = async (
  { former, purpose }: Before,
  { memberId, customer, method, chargeId }: Payer,
  state: string,
): Promise<number> => {
  const way = method === null ? 'checkout' : 'saved'
  const [inserted] = await former.rows(
    `insert into ${words[purpose].table} (member_id, amount_cents, currency, way, state, customer_id, method_id,
        idempotency_key, created_at ${purpose === 'dues' ? ', charge_ids' : ''})
      values ($1, 2000, 'AUD', $2, $3, $4, $5, 'k', $6 ${purpose === 'dues' ? `, '{${chargeId}}'` : ''}) returning id`,
    [memberId, way, state, customer, method, scene.fake.now()],
  )
  return Number(inserted?.['id'])
}

const metadataOf = (purpose: Purpose, { number, memberId }: { number: number; memberId: number }) => ({
  [words[purpose].key]: String(number),
  spacekeeper_member: String(memberId),
})

/** The request as the version before made it. */
const askAsBefore = async ({ old, purpose }: Before, payer: Payer, number: number): Promise<string> => {
  const { word, title } = words[purpose]
  const intent = await scene.stripe.paymentIntents
    .create(
      {
        amount: 2000,
        currency: 'aud',
        customer: payer.customer,
        payment_method: payer.method ?? '',
        off_session: true,
        confirm: true,
        description: `${title} ${number}`,
        metadata: metadataOf(purpose, { number, memberId: payer.memberId }),
      },
      { idempotencyKey: idempotencyKey(old.ctx, word, number, 'intent', 'first') },
    )
    .catch((error: { payment_intent?: { id: string } }) => error.payment_intent)
  return intent?.id ?? ''
}

const makeSaved = async (before: Before, state: string, card = 'pm_card_visa'): Promise<FormerPayment> => {
  const payer = await aPayer(before, card)
  const number = await insertFormer(before, payer, state)
  const root = await askAsBefore(before, payer, number)
  const { former, purpose } = before
  if (state !== 'started')
    await former.rows(`update ${words[purpose].table} set intent_id = $2 where id = $1`, [number, root])
  if (state === 'processing' && purpose === 'dues')
    await former.rows(`update charges set state = 'processing' where id = $1`, [payer.chargeId])
  return { memberId: payer.memberId, number, root, url: null }
}

/** One whose process ended before it asked: a job waits. */
const makeUnasked = async (before: Before): Promise<FormerPayment> => {
  const { memberId, ...payer } = await aPayer(before, 'pm_card_visa')
  const number = await insertFormer(before, { memberId, ...payer }, 'started')
  const [job, id] = before.purpose === 'dues' ? ['finishCardPayment', 'cardPaymentId'] : ['finishTopUp', 'topUpId']
  await before.former.rows(`select graphile_worker.add_job($1, $2::json)`, [job, JSON.stringify({ [id]: number })])
  return { memberId, number, root: '', url: null }
}

const makePage = async (before: Before): Promise<FormerPayment> => {
  const payer = await aPayer(before, null)
  const number = await insertFormer(before, payer, 'started')
  const metadata = metadataOf(before.purpose, { number, memberId: payer.memberId })
  const price = { currency: 'aud', unit_amount: 2000, product_data: { name: 'X' } }
  const { id, url } = await scene.stripe.checkout.sessions.create({
    mode: 'payment',
    customer: payer.customer,
    line_items: [{ quantity: 1, price_data: price }],
    metadata,
    payment_intent_data: { metadata },
    success_url: 'http://localhost:8000/?session={CHECKOUT_SESSION_ID}',
  })
  await before.former.rows(`update ${words[before.purpose].table} set checkout_id = $2 where id = $1`, [number, id])
  return { memberId: payer.memberId, number, root: id, url }
}

/** Each database of this file begins above the one before, because they share what is at Stripe. */
let first = 1

const openBefore = async (purpose: Purpose): Promise<Before> => {
  const former = await createFormerDatabase('0110')
  const { connectionString } = former
  for (const { table } of Object.values(words)) await former.rows(`alter table ${table} alter id restart with ${first}`)
  first += 100
  await migrateJobs({ connectionString, log: pino({ level: 'silent' }) })
  const old = await scene.portal.another({ connectionString })
  for (const [key, value] of [
    ['STRIPE_SECRET_KEY', scene.fake.secretKey],
    ['STRIPE_PUBLISHABLE_KEY', scene.fake.publishableKey],
    ['ENABLE_STRIPE', true],
  ] as const)
    await changeSetting(old.ctx, { key, value })
  return { former, old, purpose }
}

const update = async ({ former, old }: Before): Promise<TestPortal> => {
  await old.close()
  await former.update()
  const portal = await scene.portal.another({ connectionString: former.connectionString })
  onTestFinished(() => portal.close())
  return portal
}

/** The sum Stripe took of a member, the sum booked here, and where the payment stands. */
const standingOf = async (portal: TestPortal, purpose: Purpose, { memberId, number }: FormerPayment) => {
  const { state, customer_id: customer } = await portal.db
    .selectFrom('stripe_payments')
    .select(['state', 'customer_id'])
    .where('purpose', '=', purpose)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const { data } = await scene.stripe.paymentIntents.list({ customer, limit: 100 })
  const { rows } = await sql<{ cents: number }>`select coalesce(sum(amount_cents), 0)::int as cents
    from ${sql.table(purpose === 'dues' ? 'payments' : 'ledger_entries')} where member_id = ${memberId}`.execute(
    portal.db,
  )
  return [state, data.reduce((sum, { amount_received: cents }) => sum + cents, 0), rows[0]?.cents]
}

test.each(['topUp', 'dues'] as const)(
  'payments (%s) that are under way when their tables become one are found at Stripe and booked once',
  async (purpose) => {
    const before = await openBefore(purpose)
    const lost = await makeSaved(before, 'started')
    const unasked = await makeUnasked(before)
    const onItsWay = await makeSaved(before, 'processing')
    const page = await makePage(before)
    const portal = await update(before)
    await payOnPage(page.url)
    for (const { root } of [lost, onItsWay, page]) {
      await Promise.all([syncRoot(portal.ctx, root), syncRoot(portal.ctx, root)])
      await syncRoot(portal.ctx, root)
    }
    await portal.runJobs()
    for (const [at, payment] of Object.entries({ lost, unasked, onItsWay, page }))
      expect([at, await standingOf(portal, purpose, payment)]).toEqual([at, ['succeeded', 2000, 2000]])
  },
)

test('a top-up that a bank asks to confirm is found by the number its page had, by its member alone', async () => {
  const before = await openBefore('topUp')
  const { memberId, number } = await makeSaved(before, 'unconfirmed', 'pm_card_authenticationRequired')
  const other = await aPayer(before, null)
  const portal = await update(before)
  const { stripe } = await portal.as(memberId)
  expect(await stripe.getTopUp({ topUpId: number })).toMatchObject({ id: number, state: 'unconfirmed' })
  await expect((await portal.as(other.memberId)).stripe.confirmTopUp({ topUpId: number })).rejects.toMatchObject({
    code: 'notFound',
  })
  const { topUp, url } = await stripe.confirmTopUp({ topUpId: number })
  expect([topUp.id > number, url]).toEqual([true, expect.stringMatching(/^http/)])
})

test('dues that a bank asks to confirm are paid once, on the page, by the number they had', async () => {
  const before = await openBefore('dues')
  const asked = await makeSaved(before, 'unconfirmed', 'pm_card_authenticationRequired')
  const portal = await update(before)
  const { stripe } = await portal.as(asked.memberId)
  const { payment, url } = await stripe.confirmCardPayment({ paymentId: asked.number })
  expect(payment.id).toBeGreaterThan(asked.number)
  await stripe.finishCheckout({ session: sessionIn(await payOnPage(url)) })
  expect(await standingOf(portal, 'dues', asked)).toEqual(['canceled', 2000, 2000])
})

test('of two payments of dues that wait since before only the later one goes on', async () => {
  const before = await openBefore('dues')
  const payer = await aPayer(before, 'pm_card_visa')
  const earlier = await insertFormer(before, payer, 'started')
  await before.former.rows(
    `insert into card_payments (member_id, charge_ids, amount_cents, currency, way, state, customer_id, method_id,
        idempotency_key, created_at)
      select member_id, charge_ids, amount_cents, currency, way, state, customer_id, method_id, 'later', created_at
      from card_payments`,
  )
  const portal = await update(before)
  await scene.fake.advance(new Date(scene.fake.now().getTime() + 11 * 60_000))
  await finishPayments(portal.ctx)
  const states = await portal.db.selectFrom('stripe_payments').select(['number', 'state']).orderBy('number').execute()
  expect(states).toEqual([
    { number: earlier, state: 'failed' },
    { number: earlier + 1, state: 'succeeded' },
  ])
})
