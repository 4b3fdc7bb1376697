import { type OwnRefusal, StoredRefusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import {
  cardFactsOf,
  deviceFactColumns,
  findSpaceFacts,
  isGranted,
  memberFactColumns,
  missingCertificates,
  type SpaceFacts,
} from './card-facts.ts'
import { swipeRefusalOf } from './rules.ts'

/** An open explanation is kept up to date for so long. */
const toldForMs = 10 * 60_000

/** So many of the newest swipes are searched. */
const mostSearched = 20

/** The newest refusal, unless the card has worked on the same device since. */
const refusalRow = selectOnce((db, given: { memberId: number; since: Date }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('swipes')
        .selectAll()
        .where('member_id', '=', given.memberId)
        .orderBy('id', 'desc')
        .limit(mostSearched)
        .as('s'),
    )
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['s.id', 's.swiped_at', 's.refusal', 's.card_number', 'd.id as device_id', 'd.name'])
    .select(['d.locked_out_since', 'd.lockout_reason', ...memberFactColumns, ...deviceFactColumns, isGranted])
    .where('s.refusal', 'is not', null)
    .where('s.swiped_at', '>', given.since)
    .where(
      sql<boolean>`not exists (
        select from swipes l where l.member_id = s.member_id and l.id > s.id and l.device_id = s.device_id and l.outcome = 'granted'
      )`,
    )
    .where(
      sql<boolean>`not exists (
        select from interlock_sessions u
        where u.member_id = s.member_id and u.device_id = s.device_id and u.started_at >= s.swiped_at
      )`,
    )
    .orderBy('s.id', 'desc')
    .limit(1),
)

type RefusalRow = NonNullable<Awaited<ReturnType<typeof refusalRow.first>>>

/**
 * Whether the same card would work now. A door with an old list may still have it, and how much a vending machine asked
 * for is not stored, so nothing is promised there.
 */
const isCured = (row: RefusalRow, space: SpaceFacts): boolean => {
  const refusal = StoredRefusal.parse(row.refusal)
  if (refusal === null || refusals[refusal].cure === 'tryAgain') return false
  if (refusal === 'balanceTooLow' && row.kind === 'memberbucks') return false
  return swipeRefusalOf(cardFactsOf({ member: row, device: row, isGranted: row.is_granted, space })) === null
}

/** The refusal that a member should have explained now: their own, and a fresh one. */
export const getOwnRefusal = async (ctx: Ctx, memberId: number): Promise<{ latest: OwnRefusal | null }> => {
  const now = ctx.now().getTime()
  const [space, row] = await Promise.all([
    findSpaceFacts(ctx),
    refusalRow.first(ctx, { memberId, since: new Date(now - toldForMs) }),
  ])
  const refusal = StoredRefusal.parse(row?.refusal ?? null)
  if (!row || refusal === null) return { latest: null }
  return {
    latest: {
      id: row.id,
      device: { id: row.device_id, name: row.name, kind: row.kind },
      isCard: row.card_number !== null,
      date: row.swiped_at.toISOString(),
      secondsAgo: Math.max(0, Math.round((now - row.swiped_at.getTime()) / 1000)),
      refusal,
      missingCertificates: missingCertificates({ member: row, device: row, space }),
      isCured: isCured(row, space),
      lockedOutSince: row.locked_out_since?.toISOString() ?? null,
      lockoutReason: row.lockout_reason,
      balanceCents: row.balance_cents,
      minBalanceCents: row.min_balance_cents,
    },
  }
}
