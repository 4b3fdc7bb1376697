import { rosters } from '@spacekeeper/contract/rosters.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { confirmGrants } from './confirm-grants.ts'
import { exportEmails, exportMembers } from './export-members.ts'
import { listAllMembers } from './list-all-members.ts'
import { previewGrants } from './preview-grants.ts'
import { listGrantable, listMembers } from './queries.ts'

export const rosterRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: rosters,
    handlers: {
      listAll: ({ ctx, input }) => listAllMembers(ctx, input),
      list: ({ ctx, input }) => listMembers(ctx, input),
      listDevices: async ({ ctx }) => ({ devices: await listGrantable(ctx) }),
      exportTable: ({ ctx, input }) => exportMembers(ctx, input),
      exportEmails: ({ ctx, input }) => exportEmails(ctx, input),
      previewGrants: ({ ctx, input }) => previewGrants(ctx, input),
      changeGrants: ({ ctx, input }) => confirmGrants(ctx, input),
    },
  })
