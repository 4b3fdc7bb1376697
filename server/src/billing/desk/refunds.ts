import type { RefundResult, RefundPreview, RefundRequest } from '@spacekeeper/contract/billing/desk-shapes.ts'
import type { PaymentMethod } from '@spacekeeper/contract/billing/words.ts'
import { currencies } from '@spacekeeper/contract/currencies.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { type Day, laterDay, readRange } from '#platform/local-day.ts'
import { fullName } from '#platform/shown-name.ts'
import { type BillingWork, changeBilling } from '../billing-work.ts'
import { findRefundable, refundPayment, type RefundOutcome } from '../payments/refunds.ts'
import { lockPayer } from '../subscription-row.ts'
import { rehearse } from '../subscriptions/plan-changes.ts'
import { checkDay, checkOther } from './bookings.ts'

type RefundTerms = Pick<RefundRequest, 'paymentId' | 'chargeId' | 'keepsAccess'> & { amountCents?: number | undefined }

/** The payments that paid a charge, the newest first. */
const listPayments = async ({ tx }: BillingWork, chargeId: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select payment_id as id from payment_allocations
    where charge_id = ${chargeId} group by payment_id having sum(amount_cents) > 0 order by payment_id desc`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whose payment or charge it is. */
export const ownerOfMoney = async ({ tx }: BillingWork, { paymentId, chargeId }: RefundTerms): Promise<number> => {
  if (paymentId === undefined && chargeId === undefined) throw badField('paymentId', 'Choose a payment or a charge.')
  const found =
    paymentId === undefined
      ? await tx
          .selectFrom('charges')
          .select('member_id')
          .where('id', '=', chargeId ?? 0)
          .executeTakeFirst()
      : await tx.selectFrom('payments').select('member_id').where('id', '=', paymentId).executeTakeFirst()
  if (!found) throw new AppError('notFound')
  return found.member_id
}

export type RefundPart = {
  paymentId: number
  /** Without what is on its way back. */
  mostCents: number
  waitingCents: number
  currency: string
  method: PaymentMethod
  /** What the payment is at the provider that can give it back; null where it came another way. */
  intentId: string | null
}

type ProviderSide = Pick<RefundPart, 'method' | 'intentId' | 'waitingCents'>

/** How a payment came, and what of it its provider was asked to give back, which is not booked yet. */
const findProviderSide = async ({ tx }: BillingWork, paymentId: number): Promise<ProviderSide> => {
  const { rows } = await sql<ProviderSide>`select method,
      case when method in ('card', 'directDebit') and starts_with(provider_ref, 'pi_') then provider_ref end as "intentId",
      (select coalesce(sum(f.amount_cents), 0)::int from stripe_refunds f
        where f.payment_id = p.id and f.state in ('asked', 'sent')) as "waitingCents"
    from payments p where p.id = ${paymentId}`.execute(tx)
  const [side] = rows
  if (!side) throw new AppError('notFound')
  return side
}

/** What can be given back of each payment, and nothing where the charge was paid with none. */
export const listRefundParts = async (work: BillingWork, terms: RefundTerms): Promise<RefundPart[]> => {
  const { paymentId, chargeId } = terms
  const payments = paymentId === undefined ? await listPayments(work, chargeId ?? 0) : [paymentId]
  const parts: RefundPart[] = []
  for (const id of payments) {
    const { mostCents, payment } = await findRefundable(work, { paymentId: id, chargeId })
    const side = await findProviderSide(work, id)
    const left = Math.max(0, mostCents - side.waitingCents)
    parts.push({ paymentId: id, mostCents: left, currency: payment.currency, ...side })
  }
  return parts
}

type HandRefund = RefundTerms & Pick<RefundRequest, 'method' | 'paidOn' | 'reference' | 'reason' | 'idempotencyKey'>

/** Each payment gives back what it can of the amount. */
const refundParts = async (
  work: BillingWork,
  { parts, refund, amountCents }: { parts: readonly RefundPart[]; refund: HandRefund; amountCents: number },
): Promise<RefundOutcome[]> => {
  const mostCents = parts.reduce((sum, part) => sum + part.mostCents, 0)
  if (amountCents > mostCents) throw badField('amountCents', 'That is more than can be given back.')
  const outcomes: RefundOutcome[] = []
  let left = amountCents
  for (const part of parts) {
    const cents = Math.min(left, part.mostCents)
    if (cents === 0) break
    left -= cents
    const { chargeId, method, paidOn, reference, reason, keepsAccess, idempotencyKey: key } = refund
    const idempotencyKey = outcomes.length === 0 ? key : `${key}#${outcomes.length + 1}`
    const wanted = {
      paymentId: part.paymentId,
      amountCents: cents,
      method,
      paidOn,
      reason,
      keepsAccess,
      idempotencyKey,
    }
    outcomes.push(
      await refundPayment(work, {
        ...wanted,
        ...(reference !== '' && { reference }),
        ...(chargeId !== undefined && { chargeId }),
      }),
    )
  }
  return outcomes
}

type StandingRow = { hasAccess: boolean; state: string; chargedThrough: Day; cancelOn: Day | null; people: number }

const findStanding = async ({ tx }: BillingWork, memberId: number): Promise<StandingRow | undefined> =>
  (
    await sql<StandingRow>`select s.has_access as "hasAccess", s.state, s.charged_through as "chargedThrough",
      s.cancel_on as "cancelOn",
      (select count(*)::int from household_people h where h.subscription_id = s.id and h.left_at is null) as people
    from subscriptions s where s.member_id = ${memberId} and s.state <> 'ended'`.execute(tx)
  ).rows[0]

type ChargeWords = { id: number; description: string; period: string | null; state: string }

const listCharges = async ({ tx }: BillingWork, ids: readonly number[]): Promise<Map<number, ChargeWords>> => {
  const { rows } = await sql<ChargeWords>`select id, description, period::text as period, state from charges
    where id = any(${ids}::int[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, row]))
}

/** What was given back of which charges, in the words of a preview. */
const describeParts = async (work: BillingWork, outcomes: readonly RefundOutcome[]) => {
  const parts = outcomes.flatMap(({ refunded }) => refunded)
  const known = await listCharges(
    work,
    parts.map(({ chargeId }) => chargeId),
  )
  const charges = [...known.values()].map(({ id: chargeId, description, period, state }) => {
    const mine = parts.filter((part) => part.chargeId === chargeId)
    const { from = null, to = null } = period === null ? {} : readRange(period)
    const cents = mine.reduce((sum, part) => sum + part.cents, 0)
    const isOpen = state === 'open' || state === 'processing'
    return { chargeId, description, from, to, cents, isWhole: mine.some(({ isWhole }) => isWhole), isOpen }
  })
  const lostDays = charges.flatMap(({ chargeId, from, to }) =>
    from !== null && to !== null && to > work.today && known.get(chargeId)?.state === 'refunded'
      ? [{ from: laterDay(from, work.today), to }]
      : [],
  )
  return { charges, lostDays: lostDays.toSorted((a, b) => (a.from < b.from ? -1 : 1)) }
}

/** Nothing that is kept: a preview is taken back again. */
const rehearsed = { method: 'other', reference: '', reason: 'preview', idempotencyKey: 'refund-preview' } as const

const previewIn = async (work: BillingWork, terms: RefundTerms): Promise<RefundPreview> => {
  const memberId = await ownerOfMoney(work, terms)
  await lockPayer(work, memberId)
  const member = await work.tx
    .selectFrom('members')
    .select(['first_name', 'last_name'])
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  const parts = await listRefundParts(work, terms)
  const mostCents = parts.reduce((sum, part) => sum + part.mostCents, 0)
  const { amountCents = mostCents } = terms
  const before = await findStanding(work, memberId)
  const refund = { ...rehearsed, ...terms, paidOn: work.today }
  const outcomes = await refundParts(work, { parts, refund, amountCents })
  const after = await findStanding(work, memberId)
  const { charges, lostDays } = await describeParts(work, outcomes)
  const site = currencies[work.settings.SITE_LOCALE_CURRENCY]
  const currency = parts[0]?.currency ?? site
  const endsAccessToday = before?.hasAccess === true && after?.hasAccess === false
  const goesOn = after !== undefined && after.cancelOn === null && after.state !== 'incomplete'
  return {
    memberId,
    memberName: fullName(member),
    currency,
    mostCents,
    amountCents,
    creditCents: amountCents - charges.reduce((sum, { cents }) => sum + cents, 0),
    charges,
    lostDays,
    endsAccessToday,
    people: lostDays.length > 0 ? (after?.people ?? 0) : 0,
    nextFrom: goesOn ? after.chargedThrough : null,
    hasBalance: work.settings.ENABLE_MEMBERBUCKS && currency === site,
    methods: [...new Set(parts.map(({ method }) => method))],
    isByCard: parts.length > 0 && parts.every(({ intentId }) => intentId !== null),
    waitingCents: parts.reduce((sum, part) => sum + part.waitingCents, 0),
  }
}

export const previewRefund = (ctx: Ctx, terms: RefundTerms): Promise<RefundPreview> =>
  rehearse(ctx, 'billing.refunded', (work) => previewIn(work, terms))

/** What was booked before with the same key. */
const findDone = async (
  { tx }: BillingWork,
  { memberId, key }: { memberId: number; key: string },
): Promise<{ ids: number[]; cents: number } | null> => {
  const { rows } = await sql<{ id: number; cents: number }>`select id, -amount_cents as cents from payments
    where member_id = ${memberId} and (idempotency_key = ${key} or starts_with(idempotency_key, ${`${key}#`}))
    order by id`.execute(tx)
  if (rows.length === 0) return null
  return { ids: rows.map(({ id }) => id), cents: rows.reduce((sum, { cents }) => sum + cents, 0) }
}

/** Books what staff gave back. Sent twice with one key, it is booked once. */
export const refundByHand = (ctx: Ctx, request: RefundRequest): Promise<RefundResult> =>
  changeBilling(ctx, 'billing.refunded', async (work) => {
    const { amountCents, idempotencyKey: key } = request
    const memberId = await ownerOfMoney(work, request)
    checkOther(ctx, memberId)
    await checkDay(ctx, request.paidOn)
    if (request.method === 'balance' && !work.settings.ENABLE_MEMBERBUCKS) {
      throw badField('method', 'The prepaid balance is off.')
    }
    await lockPayer(work, memberId)
    const before = await findDone(work, { memberId, key })
    if (before && before.cents !== amountCents) throw new AppError('keyReused')
    if (before) return { refundIds: before.ids, creditCents: 0 }
    const parts = await listRefundParts(work, request)
    const outcomes = await refundParts(work, { parts, refund: request, amountCents })
    return { refundIds: outcomes.map(({ refundId }) => refundId), creditCents: outcomes.at(-1)?.creditCents ?? 0 }
  })
