import { auditApi } from '@spacekeeper/contract/audit/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listClientLogs } from './client-logs.ts'
import { listDeviceLog } from './device-log.ts'
import { exportAudit, listAudit, findNames, listDetailChanges, listVisitStarts } from './entries.ts'
import { exportMemberLog, listMemberLog } from './member-log.ts'

export const auditRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: auditApi,
    handlers: {
      list: ({ ctx, input: { before, limit, ...filter } }) => listAudit(ctx, { before, limit, filter }),
      export: ({ ctx, input }) => exportAudit(ctx, input),
      findNames: async ({ ctx, input }) => ({ names: await findNames(ctx, input.text) }),
      memberLog: ({ ctx, input: { memberId, before, limit, ...filter } }) =>
        listMemberLog(ctx, { memberId, before, limit, filter }),
      deviceLog: ({ ctx, input }) => listDeviceLog(ctx, input),
      exportMemberLog: ({ ctx, input: { memberId, ...filter } }) => exportMemberLog(ctx, { memberId, filter }),
      detailHistory: ({ ctx, input }) => listDetailChanges(ctx, input),
      visitYear: async ({ ctx, input }) => ({ startedAt: await listVisitStarts(ctx, input.memberId) }),
      memberLogs: ({ ctx, input }) => listClientLogs(ctx, input.memberId),
    },
  })
