import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { recordOne, type Work } from '#platform/db/change.ts'
import { compileOnce, type RowReader, selectOnce } from '#platform/db/compile-once.ts'
import type { Retention } from '#platform/retention/retention.ts'
import { type CardForms, isCard, withPlain } from '../access/card-forms.ts'
import { lostSince, namedDays, namedSince, type PurchaseTerms } from './rules.ts'

/** A line of a machine, from when it connected. */
export type MachineLine = { id: string; connectedAt: Date }

/** How a machine asks for a sale: by a name of its own, or on a line that may break before it is answered. */
export type SaleRequest = { deviceId: number; requestId: string | null; line: MachineLine | null }

/** A sale that was booked before, for the machine that asks for it again. */
export type BookedSale = PurchaseTerms & { purchaseId: number; balanceCents: number; isOwnCard: boolean }

type NamedSale = CardForms & { deviceId: number; requestId: string; since: Date }

const namedRow = selectOnce((db, given: NamedSale) =>
  db
    .selectFrom('sale_answers as a')
    .innerJoin('purchases as p', 'p.id', 'a.purchase_id')
    .innerJoin('ledger_entries as e', 'e.id', 'p.ledger_entry_id')
    .select(['p.id', 'p.kind', 'p.amount_cents', 'p.product_external_id', 'e.balance_cents'])
    // The member's card, even if it was lost or retired since.
    .select(
      sql<boolean>`exists (select from cards c where c.member_id = p.member_id and ${isCard(given)})`.as('is_own_card'),
    )
    .where('a.device_id', '=', given.deviceId)
    .where('a.request_id', '=', given.requestId)
    .where('a.sold_at', '>', given.since),
)

/** The sale that a machine has booked under this name already. */
export const findNamedSale = async (
  reader: RowReader,
  asked: SaleRequest & { card: string; now: Date },
): Promise<BookedSale | null> => {
  const { deviceId, requestId, card, now } = asked
  if (requestId === null) return null
  const row = await namedRow.first(reader, withPlain({ deviceId, requestId, card, since: namedSince(now) }))
  if (!row) return null
  return {
    purchaseId: row.id,
    kind: row.kind,
    amountCents: row.amount_cents,
    externalId: row.product_external_id,
    balanceCents: row.balance_cents,
    isOwnCard: row.is_own_card,
  }
}

/**
 * A sale without a name whose answer may have been lost with an earlier line of its machine. It is found once: after
 * that its answer belongs to this line. The member is locked.
 */
export const takeLostSale = async (
  { tx }: Work,
  asked: SaleRequest & { memberId: number; terms: PurchaseTerms; now: Date },
): Promise<BookedSale | null> => {
  const { deviceId, memberId, terms, line, now } = asked
  const since = line && lostSince({ connectedAt: line.connectedAt, now })
  if (!since) return null
  const lost = await tx
    .selectFrom('sale_answers as a')
    .innerJoin('purchases as p', 'p.id', 'a.purchase_id')
    .innerJoin('ledger_entries as e', 'e.id', 'p.ledger_entry_id')
    .select(['p.id', 'e.balance_cents'])
    .where('a.device_id', '=', deviceId)
    .where('a.line_id', '<>', line.id)
    .where('a.sold_at', '>=', since)
    .where('p.member_id', '=', memberId)
    .where('p.kind', '=', terms.kind)
    .where('p.amount_cents', '=', terms.amountCents)
    .where('p.product_external_id', 'is not distinct from', terms.externalId)
    // A member who was given their money back meanwhile pays anew.
    .where(sql<boolean>`not exists (select from ledger_entries r where r.reverses_id = e.id)`)
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst()
  if (!lost) return null
  await tx.updateTable('sale_answers').set({ line_id: line.id }).where('purchase_id', '=', lost.id).execute()
  const { id: purchaseId, balance_cents: balanceCents } = lost
  return { ...terms, purchaseId, balanceCents, isOwnCard: true }
}

/** Another sale took the same name at the same time. */
export class NameConflict extends Error {}

/** Keeps what a machine is answered, for when it asks again. Throws `NameConflict`. */
export const keepAnswer = async (
  { tx }: Work,
  { purchaseId, deviceId, requestId, line, now }: SaleRequest & { purchaseId: number; now: Date },
): Promise<void> => {
  const common = { purchase_id: purchaseId, device_id: deviceId, sold_at: now }
  if (requestId !== null) {
    const kept = await tx
      .insertInto('sale_answers')
      .values({ ...common, request_id: requestId })
      .onConflict((on) =>
        on
          .columns(['device_id', 'request_id'])
          .doUpdateSet({ purchase_id: purchaseId, sold_at: now })
          .where('sale_answers.sold_at', '<=', namedSince(now)),
      )
      .returning('purchase_id')
      .executeTakeFirst()
    if (!kept) throw new NameConflict(`two sales of machine ${deviceId} are named ${requestId}`)
  } else if (line) {
    await tx
      .insertInto('sale_answers')
      .values({ ...common, line_id: line.id })
      .execute()
  }
}

const heardAnswer = compileOnce(
  (_db, given: { purchaseId: number }) => sql`delete from sale_answers where purchase_id = ${given.purchaseId}`,
)

/** The machine has heard that this was sold, so it asks for another one from now on. */
export const forgetAnswer = async (ctx: Ctx, purchaseId: number): Promise<void> =>
  void (await recordOne(ctx, heardAnswer({ purchaseId })))

export const saleRetention: Retention = {
  name: 'saleAnswers',
  title: 'Answers to vending machines',
  table: 'sale_answers',
  column: 'sold_at',
  days: namedDays,
  reason: 'A machine may ask for the same sale again for a day.',
}
