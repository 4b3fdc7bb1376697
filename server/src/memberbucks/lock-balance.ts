import type { Tx } from '#platform/db/change.ts'

export type HeldBalance = { balanceCents: number; lastPurchaseAt: Date | null }

/** Nobody else moves this balance until the transaction ends. Nothing and never for whoever never had one. */
export const lockBalance = async (tx: Tx, memberId: number): Promise<HeldBalance> => {
  const held = () =>
    tx
      .selectFrom('balances')
      .select(['balance_cents', 'last_purchase_at'])
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
  let row = await held()
  if (!row) {
    // The member's row stands in for a balance that is not there yet.
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
    row = await held()
  }
  return { balanceCents: row?.balance_cents ?? 0, lastPurchaseAt: row?.last_purchase_at ?? null }
}
