import type { PaymentKind, SavedMethod } from '@spacekeeper/contract/stripe/shapes.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { isGoneAtStripe, stripeCall } from '../client.ts'
import { ensureCustomer, findCustomerMember } from '../customers.ts'
import { detachMethodJob, paymentMethodSavedJob } from '../job-names.ts'
import { mailCardsJob } from '../mails.ts'
import { kindsAtStripe, methodFacts, type MethodFacts, methodName } from './method-facts.ts'

export type MethodRow = {
  method_id: string
  kind: PaymentKind
  brand: string
  last4: string
  exp_month: number | null
  exp_year: number | null
  mandate: string
  saved_at: Date
}

const columns = ['method_id', 'kind', 'brand', 'last4', 'exp_month', 'exp_year', 'mandate', 'saved_at'] as const

/** What a member pays with, as it stands here. */
export const findMethod = (ctx: Pick<Ctx, 'db'>, memberId: number): Promise<MethodRow | undefined> =>
  ctx.db.selectFrom('stripe_payment_methods').select(columns).where('member_id', '=', memberId).executeTakeFirst()

export const asSavedMethod = (row: MethodRow): SavedMethod => ({
  kind: row.kind,
  brand: row.brand,
  last4: row.last4,
  expMonth: row.exp_month,
  expYear: row.exp_year,
  mandate: row.mandate,
  savedAt: row.saved_at.toISOString(),
})

/** Whose screens show another card now. */
const methodNotices = (memberId: number) => [
  screens.notice({ topic: 'billing', audience: { memberId } }),
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'billing', audience: { staff: ['money'] } }),
]

const lockMethod = ({ tx }: Work, memberId: number) =>
  tx
    .selectFrom('stripe_customers as c')
    .leftJoin('stripe_payment_methods as m', 'm.member_id', 'c.member_id')
    .select(['m.method_id', 'm.entered_at', 'm.exp_month', 'm.exp_year', 'm.last4'])
    .where('c.member_id', '=', memberId)
    .forUpdate('c')
    .executeTakeFirst()

type NewMethod = { memberId: number; facts: MethodFacts; enteredAt: Date }

/** Saves what was entered in place of what there was. Heard of again, or after a later one, it changes nothing. */
const saveMethod = (ctx: Ctx, { memberId, facts, enteredAt }: NewMethod): Promise<void> =>
  change(ctx, 'stripe.methodSaved', async (work) => {
    const before = await lockMethod(work, memberId)
    if (!before || before.method_id === facts.method_id) return unchanged(undefined)
    if (before.entered_at && before.entered_at > enteredAt) {
      await addJob(work, detachMethodJob, { methodId: facts.method_id })
      return unchanged(undefined)
    }
    const row = { ...facts, entered_at: enteredAt, saved_at: ctx.now(), warned_at: null }
    await work.tx
      .insertInto('stripe_payment_methods')
      .values({ member_id: memberId, ...row })
      .onConflict((on) => on.column('member_id').doUpdateSet(row))
      .execute()
    if (before.method_id) await addJob(work, detachMethodJob, { methodId: before.method_id })
    await addJob(work, paymentMethodSavedJob, { memberId })
    await addJob(work, mailCardsJob, { mail: 'methodSaved', memberId, facts: { method: methodName(facts) } })
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { method: methodName(facts) },
      tell: methodNotices(memberId),
    }
  })

const idOf = (object: string | { id: string } | null | undefined): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

/** What Stripe says of a setup becomes what is saved here; false where it is about no customer of ours. */
export const syncSetup = async (ctx: Ctx, setupIntentId: string): Promise<boolean> => {
  const setup = await stripeCall(ctx, (stripe) =>
    stripe.setupIntents.retrieve(setupIntentId, { expand: ['payment_method', 'mandate'] }),
  )
  const customerId = idOf(setup.customer)
  const memberId = customerId === null ? null : await findCustomerMember(ctx, customerId)
  if (memberId === null) return false
  const { payment_method: method, mandate } = setup
  if (setup.status !== 'succeeded' || typeof method !== 'object' || method === null) return true
  // It was removed since.
  if (idOf(method.customer) !== customerId) return true
  const facts = methodFacts(method, typeof mandate === 'object' ? mandate : null)
  if (facts) await saveMethod(ctx, { memberId, facts, enteredAt: new Date(setup.created * 1000) })
  return true
}

/** Forgets what a member pays with. Nothing is collected with it from now on. */
const dropMethod = (ctx: Ctx, input: { memberId: number; methodId: string }): Promise<void> =>
  change(ctx, 'stripe.methodRemoved', async (work) => {
    const { memberId, methodId } = input
    await lockMethod(work, memberId)
    const row = await work.tx
      .deleteFrom('stripe_payment_methods')
      .where('member_id', '=', memberId)
      .where('method_id', '=', methodId)
      .returning(['kind', 'brand', 'last4'])
      .executeTakeFirst()
    if (!row) return unchanged(undefined)
    await work.tx
      .updateTable('automatic_top_ups')
      .set({ is_on: false, off_at: ctx.now(), off_reason: 'The card or bank account it used was removed.' })
      .where('member_id', '=', memberId)
      .where('is_on', '=', true)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { method: methodName(row) },
      tell: methodNotices(memberId),
    }
  })

const retrieveMethod = (ctx: Ctx, methodId: string): Promise<Stripe.PaymentMethod | null> =>
  stripeCall(ctx, async (stripe) => {
    try {
      return await stripe.paymentMethods.retrieve(methodId)
    } catch (error) {
      if (isGoneAtStripe(error)) return null
      throw error
    }
  })

const detachAtStripe = async (ctx: Ctx, methodId: string): Promise<void> => {
  const method = await retrieveMethod(ctx, methodId)
  if (method && method.customer !== null) await stripeCall(ctx, (stripe) => stripe.paymentMethods.detach(methodId))
}

export const removeMethod = async (ctx: Ctx, memberId: number): Promise<void> => {
  const row = await findMethod(ctx, memberId)
  if (!row) return
  // At Stripe first: what is still attached there could be saved again by what is heard late.
  await detachAtStripe(ctx, row.method_id)
  await dropMethod(ctx, { memberId, methodId: row.method_id })
}

/** What Stripe says of a saved card: it was replaced by the bank, or removed there. False where it is none of ours. */
export const syncMethod = async (ctx: Ctx, methodId: string): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('stripe_payment_methods as m')
    .innerJoin('stripe_customers as c', 'c.member_id', 'm.member_id')
    .select(['m.member_id as memberId', 'c.customer_id as customerId'])
    .where('m.method_id', '=', methodId)
    .executeTakeFirst()
  if (!row) return false
  const { memberId, customerId } = row
  const method = await retrieveMethod(ctx, methodId)
  const facts = method && idOf(method.customer) === customerId ? methodFacts(method, null) : null
  if (!facts) {
    await dropMethod(ctx, { memberId, methodId })
    return true
  }
  await change(ctx, 'stripe.methodRenewed', async ({ tx }) => {
    const { mandate: _, ...printed } = facts
    const changed = await tx
      .updateTable('stripe_payment_methods')
      .set({ ...printed, warned_at: null })
      .where('method_id', '=', methodId)
      .where(
        sql<boolean>`(last4, exp_month, exp_year) is distinct from
          (${facts.last4}, ${facts.exp_month}::smallint, ${facts.exp_year}::smallint)`,
      )
      .returning('member_id')
      .executeTakeFirst()
    if (!changed) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { method: methodName(facts) },
      tell: methodNotices(memberId),
    }
  })
  return true
}

/** Detaches what was replaced, so that nothing can be taken from it any more. */
export const detachMethod = async (ctx: Ctx, { methodId }: { methodId: string }): Promise<void> => {
  const isUsed = await ctx.db
    .selectFrom('stripe_payment_methods')
    .select('member_id')
    .where('method_id', '=', methodId)
    .executeTakeFirst()
  if (!isUsed) await detachAtStripe(ctx, methodId)
}

/** For existing clients, which confirm a setup in the browser: its secret. */
export const startClientSetup = async (ctx: Ctx, memberId: number): Promise<string> => {
  const customer = await ensureCustomer(ctx, memberId)
  const { client_secret: secret } = await stripeCall(ctx, (stripe) =>
    stripe.setupIntents.create({ customer, usage: 'off_session', allowed_payment_method_types: kindsAtStripe }),
  )
  if (secret === null) throw new AppError('stripeRefused')
  return secret
}

/** The same clients name what came of it. Only what belongs to the caller, or to no customer yet, is saved. */
export const saveByName = async (ctx: Ctx, input: { memberId: number; methodId: string }): Promise<void> => {
  const { memberId, methodId } = input
  const customer = await ensureCustomer(ctx, memberId)
  const found = await retrieveMethod(ctx, methodId)
  if (!found || (found.customer !== null && idOf(found.customer) !== customer)) throw new AppError('notFound')
  const method =
    found.customer === null
      ? await stripeCall(ctx, (stripe) => stripe.paymentMethods.attach(methodId, { customer }))
      : found
  const facts = methodFacts(method, null)
  if (!facts) throw new AppError('cardRefused')
  await saveMethod(ctx, { memberId, facts, enteredAt: ctx.now() })
}
