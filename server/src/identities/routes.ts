import { identities } from '@spacekeeper/contract/identities.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { issueCode, verifyCode } from './queries.ts'

export const identityRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: identities,
    handlers: {
      issue: ({ ctx }) => issueCode(ctx, memberOf(ctx).id),
      verify: ({ ctx, input }) => verifyCode(ctx, input.token),
    },
  })
