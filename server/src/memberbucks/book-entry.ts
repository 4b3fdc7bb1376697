import type { TransactionType } from '@spacekeeper/contract/memberbucks.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { lockBalance } from './lock-balance.ts'
import { isCovered, isSameMovement, type FloorCents } from './rules.ts'

export type Movement = {
  memberId: number
  /** Positive: paid in. Never 0. */
  amountCents: number
  type: TransactionType
  source: 'member' | 'staff' | 'device' | 'payment' | 'system'
  description: string
  floorCents: FloorCents
  deviceId?: number
  /** One name for one movement of a member: asked for again, it is not booked again. */
  idempotencyKey?: string
  reversesId?: number
}

export type Booked =
  /** `isNew` is false where the key was used before. */
  | { outcome: 'booked'; entryId: number; balanceCents: number; isNew: boolean }
  | { outcome: 'balanceTooLow'; balanceCents: number }
  | { outcome: 'keyReused' }

const findByKey = (tx: Tx, input: { memberId: number; key: string }) =>
  tx
    .selectFrom('ledger_entries')
    .select(['id', 'amount_cents', 'balance_cents', 'type'])
    .where('member_id', '=', input.memberId)
    .where('idempotency_key', '=', input.key)
    .executeTakeFirst()

const insert = (tx: Tx, input: { ctx: Ctx; movement: Movement }) => {
  const { ctx, movement } = input
  return tx
    .insertInto('ledger_entries')
    .values({
      member_id: movement.memberId,
      at: ctx.now(),
      amount_cents: movement.amountCents,
      // The database says what it is.
      balance_cents: 0,
      type: movement.type,
      source: movement.source,
      description: movement.description,
      actor_kind: ctx.actor.kind,
      actor_id: 'id' in ctx.actor ? ctx.actor.id : null,
      device_id: movement.deviceId ?? null,
      reverses_id: movement.reversesId ?? null,
      idempotency_key: movement.idempotencyKey ?? null,
    })
    .returning(['id', 'balance_cents'])
    .executeTakeFirstOrThrow()
}

/**
 * Books a movement in the caller's transaction: locks the balance, sees that it covers the amount, writes the entry.
 * The balance itself is the database's doing. The only way to move money.
 */
export const bookEntry = async (tx: Tx, input: { ctx: Ctx; movement: Movement }): Promise<Booked> => {
  const { movement } = input
  const { memberId, amountCents, floorCents, idempotencyKey: key } = movement
  const { balanceCents } = await lockBalance(tx, memberId)
  const before = key === undefined ? undefined : await findByKey(tx, { memberId, key })
  if (before) {
    if (!isSameMovement({ amountCents: before.amount_cents, type: before.type }, movement)) {
      return { outcome: 'keyReused' }
    }
    return { outcome: 'booked', entryId: before.id, balanceCents: before.balance_cents, isNew: false }
  }
  if (!isCovered({ balanceCents, amountCents, floorCents })) return { outcome: 'balanceTooLow', balanceCents }
  const entry = await insert(tx, input)
  return { outcome: 'booked', entryId: entry.id, balanceCents: entry.balance_cents, isNew: true }
}
