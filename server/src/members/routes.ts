import { members } from '@spacekeeper/contract/members.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { implement } from '#platform/http/implement.ts'
import { getMember, getProfile, searchMembers } from './queries.ts'

export const memberRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: members,
    handlers: {
      getProfile: ({ ctx }) => getProfile(ctx, memberOf(ctx).id),
      search: ({ ctx, input }) => searchMembers(ctx, input),
      get: ({ ctx, input }) => getMember(ctx, input.memberId),
    },
  })
