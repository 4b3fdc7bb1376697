import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { failureWords, isStripeOn } from './client.ts'
import { checkCustomer, findCustomerMember } from './customers.ts'
import { readStripeBalance } from './desk/balance-reading.ts'
import { syncMethod, syncSetup } from './methods/payment-methods.ts'
import { syncCheckout } from './paying/checkout.ts'
import { syncPayment } from './payments/sync-payments.ts'

/** One that was deleted there is replaced when it is needed. */
const syncCustomer = async (ctx: Ctx, customerId: string): Promise<boolean> => {
  const memberId = await findCustomerMember(ctx, customerId)
  if (memberId === null) return false
  await checkCustomer(ctx, { memberId, customerId })
  return true
}

/** Asks Stripe for an object by its name and writes what it says. False: it is none of ours. */
const syncByName = async (ctx: Ctx, root: string): Promise<boolean> => {
  const [prefix] = root.split('_')
  switch (prefix) {
    case 'pi':
      return syncPayment(ctx, root)
    case 'seti':
      return syncSetup(ctx, root)
    case 'pm':
      return syncMethod(ctx, root)
    case 'cus':
      return syncCustomer(ctx, root)
    case 'cs':
      return syncCheckout(ctx, root)
    case 'po':
      await readStripeBalance(ctx)
      return true
    default:
      return false
  }
}

type WaitingEvents = { ids: string[] }

const listWaiting = async (ctx: Ctx, root: string): Promise<WaitingEvents> => {
  const rows = await ctx.db
    .selectFrom('stripe_events')
    .select('id')
    .where('root_id', '=', root)
    .where('handled_at', 'is', null)
    .execute()
  return { ids: rows.map(({ id }) => id) }
}

const note = (ctx: Ctx, { ids }: WaitingEvents, seen: { outcome: 'synced' | 'notOurs' } | { failure: string }) =>
  record(ctx, async ({ tx }) => ({
    result: await tx
      .updateTable('stripe_events')
      .set('failure' in seen ? { failure: seen.failure } : { ...seen, handled_at: ctx.now(), failure: null })
      .where('id', 'in', ids)
      .execute(),
  }))

/** Handles all events about an object that wait, by looking at it as it is now. */
export const syncRoot = async (ctx: Ctx, root: string): Promise<void> => {
  if (!(await isStripeOn(ctx))) return
  const waiting = await listWaiting(ctx, root)
  try {
    const isOurs = await syncByName(ctx, root)
    if (waiting.ids.length > 0) await note(ctx, waiting, { outcome: isOurs ? 'synced' : 'notOurs' })
  } catch (error) {
    const failure = failureWords(error)
    if (waiting.ids.length > 0) await note(ctx, waiting, { failure })
    throw error
  }
}
