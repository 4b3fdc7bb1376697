import { kindOfDoing } from '@spacekeeper/contract/webhooks/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { findPeople } from './people.ts'

type DoingRow = {
  at: Date | null
  member_id: number
  device_id: number
  device: string
  device_kind: string
  seconds: number | null
  end_reason: string | null
}

/** Which card or use it was. */
export type ToldDoing = { event: string; swipeId: number | null; useId: string | null }

const findDoing = async (ctx: Ctx, { event, swipeId, useId }: ToldDoing): Promise<DoingRow | undefined> => {
  const isEnd = event === 'use.ended'
  const rows = await readRows(
    ctx,
    sql<DoingRow>`
    select a.at, a.member_id, a.device_id, d.name as device, d.kind as device_kind, a.seconds, a.end_reason
    from (
      select swiped_at as at, member_id, device_id, null::int as seconds, null as end_reason
      from swipes where id = ${swipeId}
      union all
      select case when ${isEnd} then ended_at else started_at end, member_id, device_id,
        case when ${isEnd} then round(extract(epoch from ended_at - started_at))::int end,
        case when ${isEnd} then end_reason end
      from interlock_sessions where id = ${useId}
    ) a
    join devices d on d.id = a.device_id join members m on m.id = a.member_id
    where m.closed_at is null and not m.is_hidden_from_members and not d.is_hidden`,
  )
  return rows[0]
}

/**
 * The body of a message about a card at a device or a use of a machine; null when it is no longer kept, or was hidden
 * meanwhile. Why a card was refused is between its member and staff, and what a use cost between its member and
 * treasurers.
 */
export const writeDoing = async (ctx: Ctx, doing: ToldDoing & { hasNames: boolean }): Promise<string | null> => {
  const row = await findDoing(ctx, doing)
  if (!row?.at) return null
  const people = await findPeople(ctx, doing.hasNames ? [row.member_id] : [])
  const facts = { device: row.device, deviceKind: row.device_kind }
  const data = {
    ...(doing.swipeId === null ? { useId: doing.useId } : { swipeId: doing.swipeId }),
    kind: kindOfDoing(doing.event),
    actor: { kind: 'member', id: row.member_id, ...people.get(row.member_id) },
    subject: { kind: 'device', id: row.device_id },
    facts: row.seconds === null ? facts : { ...facts, seconds: row.seconds, endReason: row.end_reason },
  }
  return JSON.stringify({ type: doing.event, timestamp: row.at.toISOString(), data })
}
