import type { StripeDispute } from '@spacekeeper/contract/stripe/desk-shapes.ts'
import { sql } from 'kysely'
import type Stripe from 'stripe'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { dashboardUrl, stripeCall } from '../client.ts'

const idOf = (object: string | { id: string } | null): string | null =>
  typeof object === 'string' ? object : (object?.id ?? null)

type DisputePayer = { intentId: string; memberId: number; name: string }

/** Whose payments these are. */
const findPayers = async (ctx: Ctx, intentIds: readonly string[]): Promise<Map<string, DisputePayer>> => {
  const rows = await readRows(
    ctx,
    sql<DisputePayer>`select i."intentId", m.id as "memberId", ${fullNameOf('m')} as name from (
      select provider_ref as "intentId", member_id from payments where provider_ref = any(${intentIds}::text[])
      union select intent_id, member_id from stripe_payments where intent_id = any(${intentIds}::text[])
    ) i join members m on m.id = i.member_id`,
  )
  return new Map(rows.map((row) => [row.intentId, row]))
}

/** Evidence is asked for, which has its time. */
const isOpen = ({ status }: Stripe.Dispute): boolean =>
  status === 'needs_response' || status === 'warning_needs_response'

const shown = 50

/** The newest payments that were disputed, those that ask for an answer first. */
export const listDisputes = async (ctx: Ctx): Promise<StripeDispute[]> => {
  const { data } = await stripeCall(ctx, (stripe) => stripe.disputes.list({ limit: shown }))
  const intents = data.map(({ payment_intent: intent }) => idOf(intent))
  const payers = await findPayers(
    ctx,
    intents.flatMap((id) => (id === null ? [] : [id])),
  )
  const base = await dashboardUrl(ctx, 'disputes/')
  return data
    .map((dispute) => {
      const payer = payers.get(idOf(dispute.payment_intent) ?? '')
      const dueBy = dispute.evidence_details.due_by
      return {
        id: dispute.id,
        amountCents: dispute.amount,
        currency: dispute.currency.toUpperCase(),
        reason: dispute.reason,
        status: dispute.status,
        dueAt: isOpen(dispute) && dueBy !== null ? new Date(dueBy * 1000).toISOString() : null,
        url: `${base}${dispute.id}`,
        memberId: payer?.memberId ?? null,
        memberName: payer?.name ?? null,
      }
    })
    .toSorted((a, b) => Number(a.dueAt === null) - Number(b.dueAt === null))
}
