import type { LogEntry, LogKind } from '@spacekeeper/contract/audits.ts'
import type { Ctx } from '#platform/ctx.ts'
import { listMemberUses } from '../interlocks/list-member-uses.ts'
import { describeEntry } from './describe-entry.ts'
import { listMemberLog } from './list-member-log.ts'

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
const labelOf = ({ kind, detail }: LogEntry) =>
  kind === 'messages' && detail.startsWith('SMS') ? 'SMS Sent' : labels[kind]

/** The logs of a member in the shape existing clients read. */
export const listMemberLogs = async (ctx: Ctx, memberId: number) => {
  const [all, swipes, interlockLogs] = await Promise.all([
    listMemberLog(ctx, { memberId, filter: { text: '' }, limit: maxEvents }),
    listMemberLog(ctx, { memberId, filter: { text: '', kind: 'swipes' }, limit: maxSwipes }),
    listMemberUses(ctx, memberId),
  ])
  return {
    userEventLogs: all.entries
      .filter(({ kind }) => kind !== 'swipes' && kind !== 'uses')
      .map((entry) => ({ date: entry.at, description: describeEntry(entry), logtype: labelOf(entry) })),
    doorLogs: swipes.entries.map(({ at, sentence, outcome }) => ({
      date: at,
      door: sentence.map(({ text }) => text).join(''),
      success: outcome === 'fine',
    })),
    interlockLogs,
  }
}
