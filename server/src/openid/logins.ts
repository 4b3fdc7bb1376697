import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { type ChangePart, change, type Work, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import { screens } from '#platform/live/screens.ts'

/** Tells a site that a member is logged out there. */
export const tellSiteJob = job('openid.tellSite', z.object({ siteId: z.number().int(), memberId: z.number().int() }))

/** What is stored of the password there is, so that a login ends with it. It is a hash of a hash. */
const passwordMark = sql<string>`encode(sha256(convert_to(coalesce(m.password_hash, ''), 'UTF8')), 'hex')`

/** What no longer holds that held when the member logged in at the site. */
const isStale = sql<SqlBool>`(m.suspended_at is not null or m.closed_at is not null or m.state <> all(c.states)
  or l.password_mark <> ${passwordMark})`

/** Of a login at a site by the name the protocol knows the site by. */
const loginAt = (clientId: string) =>
  sql<SqlBool>`l.client_id = (select id from openid_clients where client_id = ${clientId})`

type UsedRecord = { member_id: number | null; client_id: string | null }

/** The login of this member at this site, as it is just now: whether it stands is asked whenever a token is shown. */
export const isLoginAlive = async (
  ctx: Pick<Ctx, 'db'>,
  { memberId, clientId }: { memberId: number; clientId: string },
): Promise<boolean> => {
  const row = await ctx.db
    .selectFrom('openid_logins as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .innerJoin('openid_clients as c', 'c.id', 'l.client_id')
    .select('l.member_id')
    .where('l.member_id', '=', memberId)
    .where('c.client_id', '=', clientId)
    .where('l.ended_at', 'is', null)
    .where(sql<SqlBool>`not ${isStale}`)
    .executeTakeFirst()
  return row !== undefined
}

/** A code was redeemed. A login that is over since the member was asked stays over. */
export const noteLogin = async ({ tx, now }: Work, { member_id, client_id }: UsedRecord): Promise<void> => {
  if (member_id === null || client_id === null) return
  await sql`update openid_logins l set logged_in_at = ${now}, last_used_at = ${now}
    where l.member_id = ${member_id} and ${loginAt(client_id)} and l.ended_at is null`.execute(tx)
}

/** A site got a token. */
export const noteUse = async ({ tx, now }: Work, { member_id, client_id }: UsedRecord): Promise<void> => {
  if (member_id === null || client_id === null) return
  await sql`update openid_logins l set last_used_at = ${now}
    where l.member_id = ${member_id} and ${loginAt(client_id)}`.execute(tx)
}

/** Who is told when logins change. */
export const loginNotices = (memberId: number) => [
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'config', audience: 'admins' }),
]

/** Keeps what a member agreed to, from when on a login may follow. What was agreed before is agreed still. */
export const keepConsent = async (
  { tx, now }: Work,
  input: { memberId: number; siteId: number; scopes: readonly string[] },
): Promise<void> => {
  const { memberId, siteId, scopes } = input
  await sql`insert into openid_logins as l (member_id, client_id, scopes, consented_at, last_used_at, password_mark)
    select m.id, ${siteId}, ${scopes}::text[], ${now}, ${now}, ${passwordMark} from members m where m.id = ${memberId}
    on conflict (member_id, client_id) do update set
      scopes = array(select distinct unnest(l.scopes || excluded.scopes) order by 1), consented_at = excluded.consented_at,
      last_used_at = excluded.last_used_at, password_mark = excluded.password_mark, ended_at = null,
      logged_in_at = case when l.ended_at is null then l.logged_in_at end`.execute(tx)
}

type StandingLogin = {
  member_id: number
  client_id: number
  name: string
  protocol_id: string
  backchannel_uri: string | null
  logged_in_at: Date | null
}

const mostAtOnce = 200

const standingLogins = ({ tx }: Work, condition: ReturnType<typeof sql<SqlBool>>) =>
  sql<StandingLogin>`select l.member_id, l.client_id, l.logged_in_at, c.name, c.client_id as protocol_id, c.backchannel_uri
    from openid_logins l join members m on m.id = l.member_id join openid_clients c on c.id = l.client_id
    where l.ended_at is null and ${condition} order by l.member_id limit ${mostAtOnce}
    for update of l skip locked`.execute(tx)

const tokenKinds = ['AccessToken', 'RefreshToken', 'AuthorizationCode', 'Grant']

/** Ends logins: their tokens work no more, and sites that want to know are told by a job. */
const endThem = async (work: Work, logins: readonly StandingLogin[]): Promise<ChangePart[]> => {
  const parts: ChangePart[] = []
  for (const login of logins) {
    const { member_id: memberId, client_id: siteId, protocol_id: clientId, name } = login
    await sql`update openid_logins set ended_at = ${work.now} where member_id = ${memberId} and client_id = ${siteId}`.execute(
      work.tx,
    )
    await work.tx
      .deleteFrom('openid_records')
      .where('member_id', '=', memberId)
      .where('client_id', '=', clientId)
      .where('kind', 'in', tokenKinds)
      .execute()
    if (login.logged_in_at === null) continue
    if (login.backchannel_uri !== null) await addJob(work, tellSiteJob, { siteId, memberId })
    const subject = { kind: 'member', id: memberId }
    parts.push({ event: 'sso.ended', subject, data: { name, siteId }, tell: loginNotices(memberId) })
  }
  return parts
}

/** Ends every login of a member at other sites, and their login to them in every browser. */
export const endLoginsOf = async (work: Work, memberId: number): Promise<ChangePart[]> => {
  const { rows } = await standingLogins(work, sql<SqlBool>`l.member_id = ${memberId}`)
  const parts = await endThem(work, rows)
  await work.tx.deleteFrom('openid_records').where('member_id', '=', memberId).execute()
  return parts
}

/**
 * Ends the logins of members who were suspended, left the states a site lets in, or have another password. Their tokens
 * are refused from that moment on already; this takes them away and tells the sites.
 */
export const endStaleLogins = async (ctx: Ctx): Promise<void> => {
  const ended = await change(ctx, 'sso.ended', async (work) => {
    const { rows } = await standingLogins(work, isStale)
    if (rows.length === 0) return unchanged(0)
    const [first, ...also] = await endThem(work, rows)
    const memberIds = [...new Set(rows.map(({ member_id }) => member_id))]
    // The next login at any site asks for the portal's own once more.
    await work.tx
      .deleteFrom('openid_records')
      .where('member_id', 'in', memberIds)
      .where('kind', '=', 'Session')
      .execute()
    return first ? { ...first, result: rows.length, also } : unchanged(rows.length)
  })
  if (ended === mostAtOnce) await endStaleLogins(ctx)
}

/** Ends the login of a member at a site, and forgets what they agreed to. */
export const withdraw = (ctx: Ctx, { memberId, siteId }: { memberId: number; siteId: number }): Promise<void> =>
  change(ctx, 'sso.withdrawn', async (work) => {
    const site = await work.tx
      .selectFrom('openid_logins as l')
      .innerJoin('openid_clients as c', 'c.id', 'l.client_id')
      .select('c.name')
      .where('l.member_id', '=', memberId)
      .where('l.client_id', '=', siteId)
      .forUpdate('l')
      .executeTakeFirst()
    if (!site) throw new AppError('notFound')
    const { rows } = await standingLogins(work, sql<SqlBool>`l.member_id = ${memberId} and l.client_id = ${siteId}`)
    await endThem(work, rows)
    await work.tx
      .deleteFrom('openid_logins')
      .where('member_id', '=', memberId)
      .where('client_id', '=', siteId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { name: site.name, siteId },
      tell: loginNotices(memberId),
    }
  })
