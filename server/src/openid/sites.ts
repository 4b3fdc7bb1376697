import { memberStates } from '@spacekeeper/contract/members/words.ts'
import { hostsIn } from '@spacekeeper/contract/openid/settings.ts'
import type { NewSite, SiteChange, SiteLogin, SiteView } from '@spacekeeper/contract/openid/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { problemOfHost } from '#platform/http/outgoing-address.ts'
import { screens } from '#platform/live/screens.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { fullName } from '#platform/shown-name.ts'

const mostSites = 200

const sitesChanged = screens.notice({ topic: 'config', audience: 'admins' })

const plainBackchannel =
  'Begin with https://. Plain http is for sites on the network of the space, which are named in the settings.'

const nameClash = { openid_clients_name: { field: 'name', message: 'Another site has this name.' } }

const siteRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('openid_clients as c')
    .select(
      columns(
        'c.id, c.client_id, c.name, c.kind, c.address, c.redirect_uris, c.logout_uris, c.backchannel_uri',
        'c.requires_pkce, c.is_trusted, c.may_refresh, c.claims_in_id_token, c.states',
        'c.created_at',
      ),
    )
    .select([
      sql<boolean>`c.secret_hash is null`.as('isPublic'),
      sql<number>`(select count(*)::int from openid_logins l where l.client_id = c.id and l.ended_at is null
        and l.logged_in_at is not null)`.as('logins'),
      sql<Date | null>`(select max(l.last_used_at) from openid_logins l where l.client_id = c.id
        and l.logged_in_at is not null)`.as('lastUsedAt'),
    ])

const viewOf = (row: Awaited<ReturnType<ReturnType<typeof siteRows>['execute']>>[number]): SiteView => ({
  ...withTimes(row),
  states: memberStates.filter((state) => row.states.includes(state)),
})

export const listSites = async (ctx: Ctx): Promise<SiteView[]> => {
  const rows = await siteRows(ctx)
    .orderBy(sql`lower(c.name)`)
    .limit(mostSites)
    .execute()
  return rows.map(viewOf)
}

export const getSite = async (ctx: Ctx, siteId: number): Promise<SiteView> => {
  const row = await siteRows(ctx).where('c.id', '=', siteId).executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return viewOf(row)
}

const newSecret = () => {
  const secret = newToken()
  return { secret, secret_hash: hashToken(secret) }
}

/** Says at once what telling the site would run into; the address behind a name is checked with each call. */
const checkBackchannel = async ({ settings }: Ctx, { backchannelUri }: Pick<SiteChange, 'backchannelUri'>) => {
  if (backchannelUri === null) return
  const allowPrivate = hostsIn(await settings.get('OPENID_PRIVATE_HOSTS')).includes(new URL(backchannelUri).hostname)
  if (!allowPrivate && !backchannelUri.startsWith('https:')) throw badField('backchannelUri', plainBackchannel)
  const problem = problemOfHost(backchannelUri, { allowPrivate })
  if (problem !== null) throw badField('backchannelUri', problem)
}

/** Lets members log in to another site; its secret comes back and is stored nowhere. */
export const createSite = async (ctx: Ctx, site: NewSite): Promise<{ siteId: number; secret: string | null }> => {
  await checkBackchannel(ctx, site)
  return onUnique(nameClash, () =>
    change(ctx, 'sso.clientCreated', async ({ tx }) => {
      const { count } = await tx
        .selectFrom('openid_clients')
        .select((is) => is.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= mostSites) throw new AppError('sitesFull')
      const { secret, secret_hash } = site.isPublic ? { secret: null, secret_hash: null } : newSecret()
      const { id } = await tx
        .insertInto('openid_clients')
        .values({
          client_id: `${site.kind}-${newToken()
            .toLowerCase()
            .replaceAll(/[^a-z0-9]/g, '')
            .slice(0, 12)}`,
          name: site.name,
          kind: site.kind,
          address: site.address,
          secret_hash,
          requires_pkce: site.requiresPkce || site.isPublic,
          redirect_uris: site.redirectUris,
          logout_uris: site.logoutUris,
          backchannel_uri: site.backchannelUri,
          is_trusted: site.isTrusted,
          may_refresh: site.mayRefresh,
          claims_in_id_token: site.claimsInIdToken,
          states: site.states,
          created_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return {
        result: { siteId: id, secret },
        data: { siteId: id, name: site.name, address: site.address, redirectUris: site.redirectUris },
        tell: [sitesChanged],
      }
    }),
  )
}

const changedColumns = {
  name: 'name',
  address: 'address',
  backchannelUri: 'backchannel_uri',
  isTrusted: 'is_trusted',
  mayRefresh: 'may_refresh',
  claimsInIdToken: 'claims_in_id_token',
  requiresPkce: 'requires_pkce',
  redirectUris: 'redirect_uris',
  logoutUris: 'logout_uris',
  states: 'states',
} as const

const lockSite = async ({ tx }: Work, siteId: number) => {
  const row = await tx.selectFrom('openid_clients').selectAll().where('id', '=', siteId).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return row
}

/** The list that is stored where the new one is the same, so that it counts as no change. */
const sameList = <T>(before: readonly T[], after: readonly T[]) =>
  JSON.stringify(before) === JSON.stringify(after) ? before : after

export const changeSite = async (ctx: Ctx, { siteId, ...site }: SiteChange & { siteId: number }): Promise<void> => {
  await checkBackchannel(ctx, site)
  return onUnique(nameClash, () =>
    change(ctx, 'sso.clientChanged', async (work) => {
      const row = await lockSite(work, siteId)
      const changes = {
        ...site,
        requiresPkce: site.requiresPkce || row.secret_hash === null,
        redirectUris: sameList(row.redirect_uris, site.redirectUris),
        logoutUris: sameList(row.logout_uris, site.logoutUris),
        states: sameList(row.states, site.states),
      }
      const update = work.tx.updateTable('openid_clients').where('id', '=', siteId)
      const differences = await changeRow(update, { row, columns: changedColumns, changes })
      if (!differences) return unchanged(undefined)
      return { result: undefined, data: { siteId, name: site.name, changes: differences }, tell: [sitesChanged] }
    }),
  )
}

/** No member logs in there any more; what the site still holds is worth nothing from now on. */
export const removeSite = (ctx: Ctx, siteId: number): Promise<void> =>
  change(ctx, 'sso.clientRemoved', async (work) => {
    const { name, client_id } = await lockSite(work, siteId)
    await work.tx.deleteFrom('openid_records').where('client_id', '=', client_id).execute()
    await work.tx.deleteFrom('openid_clients').where('id', '=', siteId).execute()
    return { result: undefined, data: { siteId, name }, tell: [sitesChanged] }
  })

export const renewSecret = (ctx: Ctx, siteId: number): Promise<{ secret: string }> =>
  change(ctx, 'sso.secretRenewed', async (work) => {
    const { name, secret_hash: before } = await lockSite(work, siteId)
    if (before === null) throw new AppError('notFound')
    const { secret, secret_hash } = newSecret()
    await work.tx.updateTable('openid_clients').set({ secret_hash }).where('id', '=', siteId).execute()
    return { result: { secret }, data: { siteId, name }, tell: [sitesChanged] }
  })

export const listSiteLogins = async (
  ctx: Ctx,
  { siteId, limit }: { siteId: number; limit: number },
): Promise<{ logins: SiteLogin[]; total: number }> => {
  const { logins: total } = await getSite(ctx, siteId)
  const rows = await ctx.db
    .selectFrom('openid_logins as l')
    .innerJoin('members as m', 'm.id', 'l.member_id')
    .select(['m.id', 'm.first_name', 'm.last_name', 'l.logged_in_at', 'l.last_used_at'])
    .where('l.client_id', '=', siteId)
    .where('l.ended_at', 'is', null)
    .where('l.logged_in_at', 'is not', null)
    .orderBy('l.last_used_at', 'desc')
    .orderBy('m.id')
    .limit(limit)
    .execute()
  const logins = rows.map((row) => ({
    memberId: row.id,
    name: fullName(row),
    loggedInAt: (row.logged_in_at ?? row.last_used_at).toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
  }))
  return { logins, total }
}
