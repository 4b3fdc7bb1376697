import type { TransactionType } from '@spacekeeper/contract/memberbucks/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

/** A movement that happened; the balance follows from it. */
export const anEntry = (
  db: Kysely<Database>,
  facts: { memberId: number; amountCents: number; type?: TransactionType; description?: string; at?: Date },
): Promise<{ id: number; balance_cents: number }> =>
  db
    .insertInto('ledger_entries')
    .values({
      member_id: facts.memberId,
      at: facts.at ?? new Date(),
      amount_cents: facts.amountCents,
      balance_cents: 0,
      type: facts.type ?? 'cash',
      source: 'system',
      description: facts.description ?? '',
      actor_kind: 'system',
    })
    .returning(['id', 'balance_cents'])
    .executeTakeFirstOrThrow()
