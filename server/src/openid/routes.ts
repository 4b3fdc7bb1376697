import { openidApi } from '@spacekeeper/contract/openid/routes.ts'
import { staffOpenidApi } from '@spacekeeper/contract/openid/staff-routes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { createApproval, getWaiting, redeemApproval } from './approvals.ts'
import { listKeys, makeSigningKey } from './keys.ts'
import { withdraw } from './logins.ts'
import { listOwnSites, withdrawOwn } from './member-sites.ts'
import { serveProtocol } from './protocol.ts'
import { issuerOf } from './rules.ts'
import { changeSite, createSite, getSite, listSiteLogins, listSites, removeSite, renewSecret } from './sites.ts'
import { finishTest, startTest } from './trial-login.ts'
import { serveWaitingLogins } from './waiting-logins.ts'

const exchangeOf = (request: FastifyRequest, reply: FastifyReply) => ({ request: request.raw, response: reply.raw })

const staffRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: staffOpenidApi,
    handlers: {
      listSites: async ({ ctx }) => ({ sites: await listSites(ctx), issuer: issuerOf(ctx.siteUrl) }),
      getSite: async ({ ctx, input }) => ({ site: await getSite(ctx, input.siteId), issuer: issuerOf(ctx.siteUrl) }),
      createSite: ({ ctx, input }) => createSite(ctx, input),
      changeSite: ({ ctx, input }) => changeSite(ctx, input),
      removeSite: ({ ctx, input }) => removeSite(ctx, input.siteId),
      renewSecret: ({ ctx, input }) => renewSecret(ctx, input.siteId),
      listSiteLogins: ({ ctx, input }) => listSiteLogins(ctx, input),
      endSiteLogin: ({ ctx, input }) => withdraw(ctx, input),
      listKeys: async ({ ctx }) => ({ keys: await listKeys(ctx) }),
      makeKey: ({ ctx, input }) => makeSigningKey(ctx, input),
      startTest: ({ ctx }) => startTest(ctx),
      finishTest: ({ ctx, input }) => finishTest(ctx, { ...input, app }),
    },
  })

export const openidRoutes = (app: FastifyInstance, services: Services) => {
  implement(app, {
    services,
    routes: openidApi,
    handlers: {
      getWaiting: ({ ctx, input }) => getWaiting(ctx, input.uid),
      approveWaiting: async ({ ctx, input }) => ({ address: await createApproval(ctx, input.uid) }),
      redeemApproval: async ({ ctx, input, request, reply }) => ({
        address: await redeemApproval(ctx, { ...input, app, exchange: exchangeOf(request, reply), request }),
      }),
      listOwnSites: async ({ ctx }) => ({ sites: await listOwnSites(ctx) }),
      withdrawSite: ({ ctx, input }) => withdrawOwn(ctx, input.siteId),
    },
  })
  staffRoutes(app, services)
  serveWaitingLogins(app, services)
  serveProtocol(app, services)
}
