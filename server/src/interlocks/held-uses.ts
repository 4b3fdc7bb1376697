import type { HeldUse } from '@spacekeeper/contract/interlocks/shapes.ts'
import { usualWatts } from '@spacekeeper/contract/interlocks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullName } from '#platform/shown-name.ts'
import { balanceNotices } from '../memberbucks/ledger.ts'
import { mayBookFor } from '../memberbucks/rules.ts'
import { costsOf } from './rules.ts'
import {
  bookUse,
  type MeteredSession,
  meterOf,
  type PricedSession,
  pricesOf,
  type SessionRow,
  sessionColumns,
  sessionNotices,
} from './session-rows.ts'

const mostListed = 100

const mwhPerKwh = 1_000_000

type HeldSession = MeteredSession & PricedSession & Pick<SessionRow, 'started_at' | 'ended_at' | 'last_heard_at'>

const durationOf = ({ started_at, ended_at, last_heard_at }: HeldSession) =>
  (ended_at ?? last_heard_at).getTime() - started_at.getTime()

const costsOfSession = (session: HeldSession) =>
  costsOf({ durationMs: durationOf(session), ...meterOf(session), prices: pricesOf(session) })

/** Uses whose cost waits for staff, the oldest first. */
export const listHeldUses = async (ctx: Ctx, interlockId?: number): Promise<HeldUse[]> => {
  const rows = await ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select([...sessionColumns, 'm.first_name', 'm.last_name'])
    .where('s.review', '=', 'waiting')
    .$if(interlockId !== undefined, (query) => query.where('s.device_id', '=', interlockId ?? 0))
    .orderBy('s.started_at')
    .orderBy('s.id')
    .limit(mostListed)
    .execute()
  return rows.map((row) => {
    const { withJump, withoutJump } = costsOfSession(row)
    return {
      id: row.id,
      deviceId: row.device_id,
      deviceName: row.name,
      memberId: row.member_id,
      memberName: fullName(row),
      startedAt: row.started_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      energyKwh: row.energy_mwh / mwhPerKwh,
      jumpKwh: row.jump_mwh / mwhPerKwh,
      ratedWatts: row.rated_watts ?? usualWatts,
      acceptedCents: withJump,
      rejectedCents: withoutJump,
      canDecide: row.ended_at !== null && mayBookFor(ctx.actor, row.member_id),
    }
  })
}

/** The use, locked, so that two members of staff who decide at once take turns. */
const lockHeldUse = async ({ tx, ctx }: Work, useId: string) => {
  const session = await tx
    .selectFrom('interlock_sessions as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select(sessionColumns)
    .where('s.id', '=', useId)
    .where('s.review', 'is not', null)
    .forNoKeyUpdate('s')
    .executeTakeFirst()
  if (!session) throw new AppError('notFound')
  if (!mayBookFor(ctx.actor, session.member_id)) throw new AppError('ownBalance')
  if (session.review !== 'waiting') throw new AppError('alreadyDecided')
  if (session.ended_at === null) throw new AppError('machineInUse')
  return session
}

/** Staff accept or reject what the meter jumped by, and the use is charged accordingly. */
export const decideHeldUse = (
  ctx: Ctx,
  { useId, isAccepted }: { useId: string; isAccepted: boolean },
): Promise<{ costCents: number }> =>
  change(ctx, isAccepted ? 'interlock.jumpAccepted' : 'interlock.jumpRejected', async (work) => {
    const session = await lockHeldUse(work, useId)
    const { device_id: deviceId, member_id: memberId } = session
    const { withJump, withoutJump } = costsOfSession(session)
    const costCents = isAccepted ? withJump : withoutJump
    const entryId = await bookUse(work, {
      use: session,
      durationMs: durationOf(session),
      costCents,
      source: 'staff',
    })
    await work.tx
      .updateTable('interlock_sessions')
      .set({
        review: isAccepted ? 'accepted' : 'rejected',
        reviewed_at: ctx.now(),
        reviewed_by_id: ctx.actor.kind === 'member' ? ctx.actor.id : null,
        cost_cents: costCents,
        ledger_entry_id: entryId,
      })
      .where('id', '=', useId)
      .execute()
    return {
      result: { costCents },
      subject: { kind: 'member', id: memberId },
      data: { deviceId, jumpKwh: session.jump_mwh / mwhPerKwh, amountCents: -costCents },
      tell: [...sessionNotices(), ...balanceNotices(memberId)],
    }
  })
