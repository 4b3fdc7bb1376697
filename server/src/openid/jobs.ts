import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { turnKeys } from './keys.ts'
import { endStaleLogins, tellSiteJob } from './logins.ts'
import { openProvider } from './provider.ts'

const endStaleLoginsJob = job('openid.endStaleLogins', z.object({}))

const turnKeysJob = job('openid.turnKeys', z.object({}))

type Teller = { backchannelLogout: (accountId: string) => Promise<void> }

const asTeller = (client: unknown) => client as Teller // the library's own method, which its types leave out

/** Tells a site that a member is logged out there. One that is gone, or wants to know no more, is not told. */
const tellSite = async (ctx: Ctx, { siteId, memberId }: { siteId: number; memberId: number }) => {
  const site = await ctx.db
    .selectFrom('openid_clients')
    .select('client_id')
    .where('id', '=', siteId)
    .where('backchannel_uri', 'is not', null)
    .executeTakeFirst()
  if (!site) return
  const provider = await openProvider(ctx)
  const client = await provider.Client.find(site.client_id)
  if (client) await asTeller(client).backchannelLogout(String(memberId))
}

export const openidJobs = [
  handle(tellSiteJob, tellSite),
  handle(endStaleLoginsJob, (ctx) => endStaleLogins(ctx), { schedule: '* * * * *' }),
  handle(turnKeysJob, (ctx) => turnKeys(ctx), { schedule: '17 * * * *' }),
]
