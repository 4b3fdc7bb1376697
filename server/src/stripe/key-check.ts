import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthFinding } from '#platform/health-check.ts'
import { AppError, errorWords } from '#platform/http/app-error.ts'
import { isLiveKey, isStripeOn, stripeCall } from './client.ts'

const keys = '/manage/settings#STRIPE_SECRET_KEY'

type Areas = Readonly<Record<string, (stripe: Stripe) => Promise<unknown>>>

/** What a restricted key must be allowed, by the names of Stripe’s page of keys. A list of one is asked for of each. */
const areas: Areas = {
  Balance: (stripe) => stripe.balanceTransactions.list({ limit: 1 }),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  'Checkout Sessions': (stripe) => stripe.checkout.sessions.list({ limit: 1 }),
  Customers: (stripe) => stripe.customers.list({ limit: 1 }),
  Disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
  Events: (stripe) => stripe.events.list({ limit: 1 }),
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  Payouts: (stripe) => stripe.payouts.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  Subscriptions: (stripe) => stripe.subscriptions.list({ limit: 1 }),
  'Webhook Endpoints': (stripe) => stripe.webhookEndpoints.list({ limit: 1 }),
}

/** Rights that taking over subscriptions needs as well. Their discounts are read with them, for which Stripe asks about coupons. */
const takeOverAreas: Areas = {
  Coupons: (stripe) => stripe.coupons.list({ limit: 1 }),
  Invoices: (stripe) => stripe.invoices.list({ limit: 1 }),
}

/** Whether Stripe still collects a plan for the portal, or has not been left by one that ended. */
const hasKeptPlans = async (ctx: Ctx): Promise<boolean> => {
  const [row] = await readRows(
    ctx,
    sql<{ isSo: boolean }>`select exists (select from subscriptions s
      left join stripe_take_overs t on t.subscription_id = s.id
      where s.provider_ref is not null and t.done_at is null) as "isSo"`,
  )
  return row?.isSo ?? false
}

const isForbidden = (error: unknown): boolean =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 403

/** What a key is not allowed. Only restricted ones are asked about: the others may do everything. */
const listForbidden = async (ctx: Ctx, key: string): Promise<string[]> => {
  const asked = (await hasKeptPlans(ctx)) ? { ...areas, ...takeOverAreas } : areas
  return stripeCall(ctx, async (stripe) => {
    if (!key.startsWith('rk_')) {
      await stripe.balanceTransactions.list({ limit: 1 })
      return []
    }
    const found = await Promise.all(
      Object.entries(asked).map(async ([area, ask]) => {
        try {
          await ask(stripe)
          return []
        } catch (error) {
          if (isForbidden(error)) return [area]
          throw error
        }
      }),
    )
    return found.flat().toSorted()
  })
}

export const judgeForbidden = (forbidden: readonly string[]): HealthFinding | null =>
  forbidden.length === 0
    ? null
    : {
        state: 'wrong',
        says: `The key of Stripe may not read: ${forbidden.join(', ')}.`,
        todo: 'Give the restricted key these permissions at Stripe (Developers, API keys), or make a new one as the guide “Cards, top-ups and Stripe” says.',
        to: keys,
      }

/** Live and test keys side by side: what the browser enters, the portal would not find. */
export const judgeKinds = (secret: string, publishable: string): HealthFinding | null =>
  isLiveKey(secret) === isLiveKey(publishable)
    ? null
    : {
        state: 'wrong',
        says: `One key of Stripe is live and the other is a test key: the secret one is ${isLiveKey(secret) ? 'live' : 'a test key'}.`,
        todo: 'Enter both keys of the same kind, both live or both test.',
        to: keys,
      }

/** What asking Stripe ended in, as a finding. */
export const judgeProblem = (error: unknown): HealthFinding => {
  if (!(error instanceof AppError)) throw error
  if (error.code === 'stripeAway')
    return {
      state: 'unknown',
      says: errorWords(error),
      todo: 'Look again later. What waits is done by itself once Stripe answers.',
    }
  if (error.code === 'stripeMixed')
    return {
      state: 'wrong',
      says: 'The key is of one mode of Stripe, and the members’ cards are of the other: a test key with live cards, or a live key with test cards.',
      todo: 'Enter the keys that members saved their cards with. For a rehearsal use a portal of its own.',
      to: keys,
    }
  return {
    state: 'wrong',
    says: 'Stripe refuses the secret key.',
    todo: 'Copy the key anew from Stripe (Developers, API keys). It may have been rolled or deleted there.',
    to: keys,
  }
}

/** A customer of ours is there with this key. */
const findLost = async (ctx: Ctx): Promise<HealthFinding | null> => {
  const row = await ctx.db
    .selectFrom('stripe_customers')
    .select('customer_id')
    .where('customer_id', 'is not', null)
    .orderBy('member_id')
    .limit(1)
    .executeTakeFirst()
  const customerId = row?.customer_id
  if (!customerId) return null
  const isThere = await stripeCall(ctx, async (stripe) => {
    try {
      await stripe.customers.retrieve(customerId)
      return true
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'resource_missing'
      if (isMissing && !/similar object exists/i.test(error.message)) return false
      throw error
    }
  })
  if (isThere) return null
  return {
    state: 'wrong',
    says: 'The members’ cards are not in this account of Stripe.',
    todo: 'Enter the keys of the account in which members saved their cards.',
    to: keys,
  }
}

/** Whether Stripe accepts the key, for what, and in which mode. */
export const findKeys = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (!(await isStripeOn(ctx))) return null
  const { STRIPE_SECRET_KEY: secret, STRIPE_PUBLISHABLE_KEY: publishable } = await ctx.settings.all()
  try {
    const found =
      judgeKinds(secret, publishable) ?? judgeForbidden(await listForbidden(ctx, secret)) ?? (await findLost(ctx))
    const says = `Stripe accepts the key. ${isLiveKey(secret) ? 'It is live: money is real.' : 'It is a test key: no money moves.'}`
    return found ?? { state: 'well', says }
  } catch (error) {
    return judgeProblem(error)
  }
}
