import type { ContraAccount, TransactionType } from '@spacekeeper/contract/memberbucks/words.ts'
import { sql } from 'kysely'
import { recordedActor } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { compileOnce } from '#platform/db/compile-once.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { screens } from '#platform/live/screens.ts'
import { type Day, localDay, startOfDay } from '#platform/local-day.ts'
import { balanceLowJob } from './balance-low.ts'
import { type FloorCents, isSameMovement, isCovered, isWithinBounds, mayBookFor } from './rules.ts'

export type LockedBalance = { balanceCents: number; lastPurchaseAt: Date | null }

const lockedBalance = compileOnce(
  (_db, given: { memberId: number }) =>
    sql<{ balance_cents: number; last_purchase_at: Date | null }>`select balance_cents, last_purchase_at from balances
      where member_id = ${given.memberId} for update`,
)

/** Locks a balance until the transaction ends. A member who never had one has 0 and bought nothing yet. */
export const lockBalance = async ({ tx }: Work, memberId: number): Promise<LockedBalance> => {
  const find = async () => (await tx.executeQuery(lockedBalance({ memberId }))).rows[0]
  let row = await find()
  if (!row) {
    // There is no balance yet. Members are locked before uses and balances, so their row can't stand in for it here.
    await sql`select pg_advisory_xact_lock(hashtext('first entry'), ${memberId}::int)`.execute(tx)
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
  /** Where the money comes from or goes to. */
  contraAccount: ContraAccount
  description: string
  floorCents: FloorCents
  /** The day of the money, where it is not today: the entry counts at noon of it. */
  day?: Day
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

const findByKey = ({ tx }: Work, input: { memberId: number; key: string }) =>
  tx
    .selectFrom('ledger_entries')
    .select(['id', 'amount_cents', 'balance_cents', 'type', 'contra_account'])
    .where('member_id', '=', input.memberId)
    .where('idempotency_key', '=', input.key)
    .executeTakeFirst()

type NewEntry = Required<Omit<Movement, 'floorCents' | 'day' | 'deviceId' | 'reversesId' | 'idempotencyKey'>> & {
  at: Date
  actorKind: string
  actorId: number | null
  deviceId: number | null
  reversesId: number | null
  key: string | null
}

/**
 * No row where the key was used before: seen under the lock of the balance, it saves asking first. Never `on conflict`,
 * before which the trigger has moved the balance already. The trigger sets the balance of the entry, too.
 */
const newEntry = compileOnce(
  (_db, entry: NewEntry) =>
    sql<{
      id: number
      balance_cents: number
      is_low: boolean
    }>`insert into ledger_entries (member_id, at, amount_cents, balance_cents,
      type, source, contra_account, description, actor_kind, actor_id, device_id, reverses_id, idempotency_key)
    select ${entry.memberId}::int, ${entry.at}::timestamptz, ${entry.amountCents}::int, 0, ${entry.type}::text,
      ${entry.source}::text, ${entry.contraAccount}::text, ${entry.description}::text, ${entry.actorKind}::text, ${entry.actorId}::int,
      ${entry.deviceId}::int, ${entry.reversesId}::bigint, ${entry.key}::text
    where not exists (
      select from ledger_entries where member_id = ${entry.memberId} and idempotency_key = ${entry.key}
    )
    returning id, balance_cents, amount_cents < 0 and exists (
      select from automatic_top_ups t
      where t.member_id = ledger_entries.member_id and t.is_on and ledger_entries.balance_cents < t.threshold_cents
    ) as is_low`,
)

const noonMs = 12 * 60 * 60 * 1000

/** When an entry counts: now or, where its money is of an earlier day, at noon of that. */
const instantOf = async ({ ctx }: Work, day: Day | undefined): Promise<Date> => {
  const now = ctx.now()
  if (day === undefined) return now
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const today = localDay(now, zone)
  if (day > today) throw badField('paidOn', 'This day has not come yet.')
  return day === today ? now : new Date(startOfDay(day, zone).getTime() + noonMs)
}

/** The entry; undefined where its key was used before. */
const insertEntry = async (work: Work, movement: Movement) => {
  const { tx, ctx } = work
  const { memberId, amountCents, type, source, contraAccount, description } = movement
  const actor = recordedActor(ctx.actor)
  const { rows } = await tx.executeQuery(
    newEntry({
      memberId,
      amountCents,
      type,
      source,
      contraAccount,
      description,
      at: await instantOf(work, movement.day),
      actorKind: actor.kind,
      actorId: actor.id,
      deviceId: movement.deviceId ?? null,
      reversesId: movement.reversesId ?? null,
      key: movement.idempotencyKey ?? null,
    }),
  )
  return rows[0]
}

/**
 * Books a movement in the caller's transaction: locks the balance, checks that it covers the amount, writes the entry.
 * A trigger of the database updates the balance. The only way to move money.
 */
export const bookEntry = async (
  work: Work,
  input: {
    movement: Movement
    /** What `lockBalance` returned in this transaction, if nothing was booked since; the balance is not locked again. */
    balance?: LockedBalance
  },
): Promise<BookingOutcome> => {
  const { movement } = input
  const { memberId, amountCents, floorCents, idempotencyKey: key } = movement
  const { balanceCents } = input.balance ?? (await lockBalance(work, memberId))
  const isPossible =
    isCovered({ balanceCents, amountCents, floorCents }) && isWithinBounds({ balanceCents, amountCents })
  const entry = isPossible ? await insertEntry(work, movement) : undefined
  if (entry?.is_low) await addJob(work, balanceLowJob, { memberId, isShort: false }, { key: `balanceLow:${memberId}` })
  if (entry) return { outcome: 'booked', entryId: entry.id, balanceCents: entry.balance_cents, isNew: true }
  // What was booked before is so whatever the balance is now.
  const before = key === undefined ? undefined : await findByKey(work, { memberId, key })
  if (before) {
    const { amount_cents: bookedCents, type, contra_account: contraAccount } = before
    if (!isSameMovement({ amountCents: bookedCents, type, contraAccount }, movement)) return { outcome: 'keyReused' }
    return { outcome: 'booked', entryId: before.id, balanceCents: before.balance_cents, isNew: false }
  }
  if (!isCovered({ balanceCents, amountCents, floorCents })) return { outcome: 'balanceTooLow', balanceCents }
  throw badField('amountCents', 'That is more than a balance holds.')
}

export type ReversalRequest = {
  memberId: number
  entryId: number
  reason: string
  /** The day of the mistake, where it is not today. */
  day?: Day | undefined
  /** The tables of the caller whose rows the entry may belong to. */
  owners?: readonly string[]
}

/** Where an entry that belongs to something else is put right. */
const ownerWords: Readonly<Record<string, string>> = {
  payments: 'This belongs to a payment or a refund. Put that right under Payments.',
  purchases: 'This is a purchase. Refund it on the page of its machine.',
  stripe_payments: 'This came by card. Refund it at Stripe, and it is booked here by itself.',
  bank_lines: 'This came by bank transfer. Undo its line under Import a statement.',
  bank_line_parts: 'This came by bank transfer. Undo its line under Import a statement.',
  balance_refunds: 'This was paid out to a member who left. Book what came back instead.',
}

/** Uses of machines have no other place where they are put right. */
const openToStaff: readonly string[] = ['interlock_sessions']

/** Where an entry is put right that belongs to a row of this table; null where its owner reverses it here. */
export const putRightAt = (owner: string | null, owners: readonly string[] = openToStaff): string | null =>
  owner === null || owners.includes(owner)
    ? null
    : (ownerWords[owner] ?? 'This belongs to another booking. Put that right instead.')

/** Refuses to reverse what belongs to a row of another domain, which would go on counting it. */
const checkOwner = async ({ tx }: Work, { entryId, owners }: ReversalRequest): Promise<void> => {
  const { rows } = await sql<{ owner: string | null }>`select owner_of_entry(${entryId}::bigint) as owner`.execute(tx)
  const elsewhere = putRightAt(rows[0]?.owner ?? null, owners)
  if (elsewhere !== null) throw badField('reason', elsewhere)
}

/** Locks an entry of this member, so that two reversals at once take turns. */
const lockEntry = async ({ tx }: Work, input: ReversalRequest) => {
  const entry = await tx
    .selectFrom('ledger_entries')
    .select(['amount_cents', 'contra_account', 'device_id', 'reverses_id'])
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

/**
 * Books the opposite of an entry in the caller's transaction, once, if the caller may book on this balance and the entry
 * belongs to nothing but what the caller puts right.
 */
export const bookReversal = async (work: Work, reversing: ReversalRequest) => {
  const { memberId, entryId: reversesId, reason, day } = reversing
  if (!mayBookFor(work.ctx.actor, memberId)) throw new AppError('ownBalance')
  const entry = await lockEntry(work, reversing)
  await checkOwner(work, reversing)
  const amountCents = -entry.amount_cents
  const booked = await bookEntry(work, {
    movement: {
      memberId,
      amountCents,
      type: 'other',
      source: 'staff',
      contraAccount: entry.contra_account,
      description: reason,
      floorCents: null,
      reversesId,
      ...(day !== undefined && { day }),
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
