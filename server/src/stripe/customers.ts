import { asciiEmail } from '@spacekeeper/contract/email-addresses.ts'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { change, record, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullName, fullNameOf } from '#platform/shown-name.ts'
import { sweep } from '#platform/sweep.ts'
import { asStripeProblem, isGoneAtStripe, isStripeOn, stripeCall, stripeClient } from './client.ts'
import { idempotencyKey } from './idempotency-key.ts'

/** By this Stripe's objects say which member of ours they are about. */
export const memberKey = 'spacekeeper_member'

/** Under each invoice: Stripe's page of one leads nowhere once it is paid. */
export const wayBack = ({ siteUrl }: Pick<Ctx, 'siteUrl'>): string =>
  `Back to your plan: ${siteUrl}/account/membership-plan`

type CustomerRow = { customer_id: string | null; name: string; email: string; ask_key: string }

const findRow = (ctx: Pick<Ctx, 'db'>, memberId: number): Promise<CustomerRow | undefined> =>
  ctx.db
    .selectFrom('stripe_customers')
    .select(['customer_id', 'name', 'email', 'ask_key'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()

const findMember = async (ctx: Ctx, memberId: number) => {
  const member = await ctx.db
    .selectFrom('members')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!member) throw new AppError('notFound')
  return { email: member.email, name: fullName(member).trim() }
}

/** Stripe knows domains in English letters alone, and no other letters before the @. */
const emailAtStripe = (email: string): string | undefined => {
  const address = asciiEmail(email)
  return /^[!-~]+$/.test(address) ? address : undefined
}

const writtenTo = (email: string): { email?: string } => {
  const known = emailAtStripe(email)
  return known === undefined ? {} : { email: known }
}

/** The row before the call: who asks next, after a crash or in another process, asks for the same customer. */
const openRow = async (ctx: Ctx, memberId: number): Promise<CustomerRow> => {
  const member = await findMember(ctx, memberId)
  await record(ctx, async ({ tx }) => ({
    result: await tx
      .insertInto('stripe_customers')
      .values({ member_id: memberId, ...member })
      .onConflict((on) => on.doNothing())
      .execute(),
  }))
  const row = await findRow(ctx, memberId)
  if (!row) throw new AppError('notFound')
  return row
}

/** Notes the customer of a member, unless another process was first; whose then counts. */
const noteCustomer = (
  ctx: Ctx,
  input: { memberId: number; customerId: string; event: 'stripe.customerCreated' | 'stripe.customerAdopted' },
): Promise<string> =>
  change(ctx, input.event, async ({ tx }) => {
    const { memberId, customerId } = input
    const noted = await tx
      .updateTable('stripe_customers')
      .set({ customer_id: customerId })
      .where('member_id', '=', memberId)
      .where('customer_id', 'is', null)
      .returning('member_id')
      .executeTakeFirst()
    if (noted) return { result: customerId, subject: { kind: 'member', id: memberId }, data: { customerId } }
    const row = await tx
      .selectFrom('stripe_customers')
      .select('customer_id')
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!row?.customer_id) throw new AppError('notFound')
    return unchanged(row.customer_id)
  })

/**
 * The customer a member has at Stripe from the system used before, by their confirmed address: theirs if it is the only
 * one, or the only one with a subscription. One that says it is another member's is left alone.
 */
const findEarlier = async (
  ctx: Ctx,
  { memberId, email }: { memberId: number; email: string },
): Promise<string | null> => {
  const stripe = await stripeClient(ctx)
  const known = emailAtStripe(email)
  if (known === undefined) return null
  const { data } = await stripe.customers.list({ email: known, limit: 20 })
  const theirs: string[] = []
  for (const { id, metadata } of data) {
    const named = metadata[memberKey] ?? String(memberId)
    const noted = (await findCustomerMember(ctx, id)) ?? memberId
    if (named === String(memberId) && noted === memberId) theirs.push(id)
  }
  if (theirs.length <= 1) return theirs[0] ?? null
  const subscribed: string[] = []
  for (const id of theirs) {
    const { data: live } = await stripe.subscriptions.list({ customer: id, limit: 1 })
    if (live.length > 0) subscribed.push(id)
  }
  return subscribed.length === 1 ? (subscribed[0] ?? null) : null
}

const createCustomer = async (ctx: Ctx, memberId: number): Promise<string> => {
  const { name, email, ask_key: askKey } = await openRow(ctx, memberId)
  const metadata = { [memberKey]: String(memberId) }
  const earlier = await findEarlier(ctx, { memberId, email }).catch((error: unknown) => {
    throw asStripeProblem(ctx, error)
  })
  if (earlier !== null) {
    const noted = await noteCustomer(ctx, { memberId, customerId: earlier, event: 'stripe.customerAdopted' })
    await stripeCall(ctx, (stripe) =>
      stripe.customers.update(noted, { metadata, invoice_settings: { footer: wayBack(ctx) } }),
    )
    return noted
  }
  const { id: customerId } = await stripeCall(ctx, (stripe) =>
    stripe.customers.create(
      { name, ...writtenTo(email), metadata },
      { idempotencyKey: idempotencyKey(ctx, 'customer', memberId, askKey) },
    ),
  )
  return noteCustomer(ctx, { memberId, customerId, event: 'stripe.customerCreated' })
}

/** Forgets a customer that was deleted at Stripe, and what was saved with it. The next one is asked for anew. */
const forgetCustomer = (ctx: Ctx, input: { memberId: number; customerId: string }): Promise<void> =>
  change(ctx, 'stripe.customerGone', async ({ tx }) => {
    const { memberId, customerId } = input
    const row = await tx
      .deleteFrom('stripe_customers')
      .where('member_id', '=', memberId)
      .where('customer_id', '=', customerId)
      .returning('member_id')
      .executeTakeFirst()
    if (!row) return unchanged(undefined)
    await tx.deleteFrom('stripe_payment_methods').where('member_id', '=', memberId).execute()
    return { result: undefined, subject: { kind: 'member', id: memberId }, data: { customerId } }
  })

/** The customer as Stripe has it; null where it was deleted. */
const findAtStripe = async (ctx: Ctx, customerId: string): Promise<Stripe.Customer | null> => {
  const stripe = await stripeClient(ctx)
  try {
    const customer = await stripe.customers.retrieve(customerId)
    return customer.deleted ? null : customer
  } catch (error) {
    if (isGoneAtStripe(error)) return null
    throw asStripeProblem(ctx, error)
  }
}

/** The one customer of a member at Stripe, by id: made when there is none, and anew when it was deleted there. */
export const ensureCustomer = async (ctx: Ctx, memberId: number): Promise<string> => {
  const known = (await findRow(ctx, memberId))?.customer_id
  if (known && (await findAtStripe(ctx, known))) return known
  if (known) await forgetCustomer(ctx, { memberId, customerId: known })
  return createCustomer(ctx, memberId)
}

/** Whose customer this is; null where it is none of ours. */
export const findCustomerMember = async (ctx: Pick<Ctx, 'db'>, customerId: string): Promise<number | null> =>
  (
    await ctx.db
      .selectFrom('stripe_customers')
      .select('member_id')
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
  )?.member_id ?? null

/** Forgets a customer that is no longer there at Stripe. */
export const checkCustomer = async (ctx: Ctx, input: { memberId: number; customerId: string }): Promise<void> => {
  if (!(await findAtStripe(ctx, input.customerId))) await forgetCustomer(ctx, input)
}

const mostAtOnce = 100

/** Tells Stripe of names and addresses that have changed here since it was told. */
export const tellCustomers = async (ctx: Ctx): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const rows = await ctx.db
    .selectFrom('stripe_customers as c')
    .innerJoin('members as m', 'm.id', 'c.member_id')
    .select(['c.member_id as memberId', 'c.customer_id as customerId'])
    .where('m.closed_at', 'is', null)
    .where('c.customer_id', 'is not', null)
    .where((is) =>
      is.or([is('c.email', '<>', is.ref('m.email')), is('c.name', '<>', is.fn<string>('trim', [fullNameOf('m')]))]),
    )
    .orderBy('c.member_id')
    .limit(mostAtOnce)
    .execute()
  await sweep(ctx, rows, {
    what: 'customers',
    nameOf: ({ memberId }) => `member ${memberId}`,
    work: async ({ memberId, customerId }) => {
      if (customerId === null) return
      const member = await findMember(ctx, memberId)
      await stripeCall(ctx, async (stripe) => {
        try {
          await stripe.customers.update(customerId, { name: member.name, ...writtenTo(member.email) })
        } catch (error) {
          // Found out again, and replaced, when it is next needed.
          if (!isGoneAtStripe(error)) throw error
        }
      })
      await record(ctx, async ({ tx }) => ({
        result: await tx.updateTable('stripe_customers').set(member).where('member_id', '=', memberId).execute(),
      }))
    },
  })
}

/** Deletes the customer of an account that was closed, with what is saved there and whatever would still be collected. */
export const deleteCustomer = async (ctx: Ctx, { customerId }: { customerId: string }): Promise<void> => {
  // Without keys nothing can be deleted; the job is tried again, and stays to be seen when it is given up.
  await stripeCall(ctx, async (stripe) => {
    try {
      await stripe.customers.del(customerId)
    } catch (error) {
      if (!isGoneAtStripe(error)) throw error
    }
  })
}
