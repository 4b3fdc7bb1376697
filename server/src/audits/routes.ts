import { audits } from '@spacekeeper/contract/audits.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { exportAudit } from './export-audit.ts'
import { exportMemberLog } from './export-member-log.ts'
import { listDeviceLog } from './list-device-log.ts'
import { listMemberLog } from './list-member-log.ts'
import { listMemberLogs } from './list-member-logs.ts'
import { findNames, listAudit, listDetailChanges, listVisitStarts } from './queries.ts'

export const auditRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: audits,
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
      memberLogs: ({ ctx, input }) => listMemberLogs(ctx, input.memberId),
    },
  })
