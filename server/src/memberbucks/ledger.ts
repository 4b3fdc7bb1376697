import type { TransactionType } from '@spacekeeper/contract/memberbucks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Tx } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { type FloorCents, isSameMovement, isCovered, isWithinBounds, mayBookFor } from './rules.ts'

export type LockedBalance = { balanceCents: number; lastPurchaseAt: Date | null }

/** Locks a balance until the transaction ends. A member who never had one has 0 and bought nothing yet. */
export const lockBalance = async (tx: Tx, memberId: number): Promise<LockedBalance> => {
  const find = () =>
    tx
      .selectFrom('balances')
      .select(['balance_cents', 'last_purchase_at'])
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
  let row = await find()
  if (!row) {
    // There is no balance yet, so the member's row is locked in its place.
    await tx.selectFrom('members').select('id').where('id', '=', memberId).forNoKeyUpdate().executeTakeFirst()
    row = await find()
  }
  return { balanceCents: row?.balance_cents ?? 0, lastPurchaseAt: row?.last_purchase_at ?? null }
}

export type Movement = {
  memberId: number
  /** Positive when paid in, negative when spent. Never 0. */
  amountCents: number
  type: TransactionType
  source: 'member' | 'staff' | 'device' | 'payment' | 'system'
  description: string
  floorCents: FloorCents
  deviceId?: number
  /** A movement of a member with a key that was used before is not booked again. */
  idempotencyKey?: string
  reversesId?: number
}

export type BookingOutcome =
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

const insertEntry = (tx: Tx, input: { ctx: Ctx; movement: Movement }) => {
  const { ctx, movement } = input
  return tx
    .insertInto('ledger_entries')
    .values({
      member_id: movement.memberId,
      at: ctx.now(),
      amount_cents: movement.amountCents,
      // A trigger sets it.
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
 * Books a movement in the caller's transaction: locks the balance, checks that it covers the amount, writes the entry.
 * A trigger of the database updates the balance. The only way to move money.
 */
export const bookEntry = async (
  tx: Tx,
  input: {
    ctx: Ctx
    movement: Movement
    /** What \`lockBalance\` returned in this transaction, if nothing was booked since; the balance is not locked again. */
    balance?: LockedBalance
  },
): Promise<BookingOutcome> => {
  const { movement } = input
  const { memberId, amountCents, floorCents, idempotencyKey: key } = movement
  const { balanceCents } = input.balance ?? (await lockBalance(tx, memberId))
  const before = key === undefined ? undefined : await findByKey(tx, { memberId, key })
  if (before) {
    if (!isSameMovement({ amountCents: before.amount_cents, type: before.type }, movement)) {
      return { outcome: 'keyReused' }
    }
    return { outcome: 'booked', entryId: before.id, balanceCents: before.balance_cents, isNew: false }
  }
  if (!isCovered({ balanceCents, amountCents, floorCents })) return { outcome: 'balanceTooLow', balanceCents }
  if (!isWithinBounds({ balanceCents, amountCents }))
    throw badField('amountCents', 'That is more than a balance holds.')
  const entry = await insertEntry(tx, input)
  return { outcome: 'booked', entryId: entry.id, balanceCents: entry.balance_cents, isNew: true }
}

export type ReversalRequest = { memberId: number; entryId: number; reason: string }

/** Locks an entry of this member, so that two reversals at once take turns. */
const lockEntry = async (tx: Tx, input: ReversalRequest) => {
  const entry = await tx
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'device_id', 'reverses_id'])
    .where('id', '=', input.entryId)
    .where('member_id', '=', input.memberId)
    .forUpdate()
    .executeTakeFirst()
  if (!entry) throw new AppError('notFound')
  const reversal = await tx
    .selectFrom('ledger_entries')
    .select('id')
    .where('reverses_id', '=', input.entryId)
    .executeTakeFirst()
  if (reversal || entry.reverses_id !== null) throw new AppError('alreadyReversed')
  return entry
}

/** Books the opposite of an entry in the caller's transaction, once, if the caller may book on this balance. */
export const bookReversal = async (tx: Tx, input: { ctx: Ctx; reversing: ReversalRequest }) => {
  const { ctx, reversing } = input
  const { memberId, entryId: reversesId, reason } = reversing
  if (!mayBookFor(ctx.actor, memberId)) throw new AppError('ownBalance')
  const entry = await lockEntry(tx, reversing)
  const amountCents = -entry.amount_cents
  const booked = await bookEntry(tx, {
    ctx,
    movement: {
      memberId,
      amountCents,
      type: 'other',
      source: 'staff',
      description: reason,
      floorCents: null,
      reversesId,
      ...(entry.device_id !== null && { deviceId: entry.device_id }),
    },
  })
  if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
  const { entryId, balanceCents } = booked
  return { entryId, balanceCents, amountCents }
}

/** Whose screens show a balance that moved: the member's own and those of staff with the permission for money. */
export const balanceNotices = (memberId: number) => [
  screens.notice({ topic: 'memberbucks', audience: { memberId } }),
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'memberbucks', audience: { staff: ['money'] } }),
]
