import type { LogKind } from '@spacekeeper/contract/audit/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listMemberUses } from '../interlocks/member-uses.ts'
import { asLogEntry, describeEntry, type LogRow, sources } from './entry-words.ts'
import { readMemberLog } from './member-log.ts'

const maxEvents = 1000

const maxSwipes = 500

/** Labels as existing clients know them. */
const labels: Record<LogKind, string> = {
  swipes: 'Door Event',
  uses: 'Interlock Event',
  visits: 'Generic Event',
  changes: 'Member Profile Updated',
  cards: 'Member Profile Updated',
  logins: 'Generic Event',
  messages: 'Email Sent',
  deeds: 'Admin Action',
}

/** Staff sent it, or it went out: an event and a row of the outbox. */
const isSms = ({ source, stored }: LogRow) =>
  source === sources.messages ? stored.data['channel'] === 'sms' : stored.event === 'member.smsSent'

const asUserEvent = (row: LogRow) => {
  const entry = asLogEntry(row)
  const label = entry.kind === 'messages' && isSms(row) ? 'SMS Sent' : labels[entry.kind]
  return { date: entry.at, description: describeEntry(entry), logtype: label }
}

const listDoorSwipes = async (ctx: Ctx, memberId: number) => {
  const rows = await ctx.db
    .selectFrom('swipes as s')
    .innerJoin('devices as d', 'd.id', 's.device_id')
    .select(['d.name', 's.swiped_at', 's.outcome'])
    .where('s.member_id', '=', memberId)
    .where('d.kind', '=', 'door')
    .orderBy('s.swiped_at', 'desc')
    .orderBy('s.id', 'desc')
    .limit(maxSwipes)
    .execute()
  return rows.map((row) => ({
    date: row.swiped_at.toISOString(),
    door: row.name,
    success: row.outcome === 'granted',
  }))
}

/** The logs of a member in the shape existing clients read. What machines refuse is a use of a machine there. */
export const listClientLogs = async (ctx: Ctx, memberId: number) => {
  const { rows } = await readMemberLog(ctx, { memberId, filter: { text: '' }, limit: maxEvents })
  const [doorLogs, interlockLogs] = await Promise.all([listDoorSwipes(ctx, memberId), listMemberUses(ctx, memberId)])
  const events = rows.filter(({ source }) => source !== sources.swipes && source !== sources.uses)
  return { userEventLogs: events.map(asUserEvent), doorLogs, interlockLogs }
}
