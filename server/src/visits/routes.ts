import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { findOpenVisit, listLastSeen, listOnSite } from './visit-lists.ts'
import { previewSignInRule } from './visit-rule.ts'
import { signIn, signOut } from './visits.ts'

export const visitRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: visitsApi,
    handlers: {
      check: async ({ ctx }) => (await findOpenVisit(ctx, memberOf(ctx).id)) ?? false,
      signIn: ({ ctx, input }) => signIn(ctx, { memberId: memberOf(ctx).id, guests: input.guests }),
      signOut: ({ ctx }) => signOut(ctx, memberOf(ctx).id),
      listOnSite: ({ ctx }) => listOnSite(ctx, memberOf(ctx)),
      previewSignInRule: ({ ctx }) => previewSignInRule(ctx),
      listLastSeen: ({ ctx, input }) => listLastSeen(ctx, { ...input, viewer: memberOf(ctx) }),
    },
  })
