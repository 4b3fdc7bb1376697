import { visits } from '@spacekeeper/contract/visits.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { findOpenVisit, listLastSeen, listOnSite } from './queries.ts'
import { canSeeOnSite } from './rules.ts'
import { setVisibility } from './set-visibility.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'

export const visitRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: visits,
    handlers: {
      check: async ({ ctx }) => (await findOpenVisit(ctx, memberOf(ctx).id)) ?? false,
      signIn: ({ ctx, input }) => signIn(ctx, { memberId: memberOf(ctx).id, guests: input.guests }),
      signOut: ({ ctx }) => signOut(ctx, memberOf(ctx).id),
      listOnSite: async ({ ctx }) =>
        canSeeOnSite(ctx.actor, await ctx.settings.all()) ? listOnSite(ctx, memberOf(ctx)) : { count: 0, people: [] },
      listLastSeen: ({ ctx, input }) => listLastSeen(ctx, { ...input, viewer: memberOf(ctx) }),
      setVisibility: ({ ctx, input }) => setVisibility(ctx, input.isHiddenFromMembers),
    },
  })
