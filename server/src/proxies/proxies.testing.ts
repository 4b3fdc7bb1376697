import { aMeeting, type MeetingFacts } from '../meetings/factory.ts'
import { aMember, type MemberFacts } from '../members/factory.ts'
import { type TestPortal, startTestPortal } from '../portal.testing.ts'
import { changeSetting } from '../settings/settings.ts'

const hourMs = 3_600_000

/** A portal in which members let others vote for them, with its own clock. */
export const startProxyScene = async () => {
  const clock = { now: new Date('2026-06-01T08:00:00Z') }
  const portal: TestPortal = await startTestPortal({ now: () => clock.now })
  const set = (key: Parameters<typeof changeSetting>[1]['key'], value: unknown) =>
    changeSetting(portal.ctx, { key, value })
  await set('ENABLE_PROXY_VOTING', true)
  const inHours = (hours: number) => new Date(clock.now.getTime() + hours * hourMs)
  return {
    clock,
    portal,
    set,
    inHours,
    /** A member with a client of their own. */
    person: async (firstName: string, facts: MemberFacts = {}) => {
      const { id } = await aMember(portal.db, { firstName, lastName: 'Berg', ...facts })
      return { id, name: `${firstName} Berg`, client: await portal.as(id) }
    },
    meeting: async (facts: MeetingFacts = {}) => (await aMeeting(portal.db, { startsAt: inHours(100), ...facts })).id,
    /** The form that a member sends. */
    form: (meeting: number, proxy: number) => ({ meeting, proxy, memberCity: 'Brisbane', proxyCity: 'Ipswich' }),
    /** What was mailed to a member since the last time, by kind. */
    mailsTo: async (memberId: number) => {
      await portal.runJobs()
      const rows = await portal.db
        .deleteFrom('messages')
        .where('member_id', '=', memberId)
        .returning(['id', 'template', 'subject', 'text', 'is_secret'])
        .execute()
      return rows.toSorted((a, b) => a.id - b.id)
    },
    proxiesOf: (meetingId: number) =>
      portal.db
        .selectFrom('proxies')
        .select(['id', 'member_id', 'holder_id', 'accepted_at', 'ended_at', 'end_reason'])
        .where('meeting_id', '=', meetingId)
        .orderBy('id')
        .execute(),
  }
}

export type ProxyScene = Awaited<ReturnType<typeof startProxyScene>>
