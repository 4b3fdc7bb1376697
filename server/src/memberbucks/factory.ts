import type { ContraAccount, TransactionType } from '@spacekeeper/contract/memberbucks/words.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'

const usualAccounts = {
  stripe: 'cardClearing',
  bank: 'bank',
  cash: 'cash',
  card: 'vendingIncome',
  interlock: 'machineIncome',
  web: 'vendingIncome',
  other: 'correction',
} as const satisfies Record<TransactionType, ContraAccount>

/** A movement that happened; the balance follows from it. */
export const anEntry = (
  db: Kysely<Database>,
  facts: {
    memberId: number
    amountCents: number
    type?: TransactionType
    contraAccount?: ContraAccount
    description?: string
    deviceId?: number
    at?: Date
  },
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
      contra_account: facts.contraAccount ?? usualAccounts[facts.type ?? 'cash'],
      description: facts.description ?? '',
      device_id: facts.deviceId ?? null,
      actor_kind: 'system',
    })
    .returning(['id', 'balance_cents'])
    .executeTakeFirstOrThrow()
