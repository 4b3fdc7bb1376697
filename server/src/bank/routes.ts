import { bankApi } from '@spacekeeper/contract/bank/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { unsettleRun } from './clearings.ts'
import { cancelRun, returnDebit, settleRun } from './debit-ends.ts'
import { downloadRun, getRun, listRuns, previewDebits, startDebits } from './debit-runs.ts'
import { confirmLines, setLineAside, undoLine } from './decisions.ts'
import { getBankDetails } from './details.ts'
import { importStatement, listImports, saveColumns } from './imports.ts'
import { endMandate, getMandate, giveMandate, listMandates, revokeMandate } from './mandates.ts'
import { listPayers, removeOwnAccount, removePayer } from './payer-list.ts'
import { listBankLines } from './queue.ts'

export const bankRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: bankApi,
    handlers: {
      getDetails: ({ ctx }) => getBankDetails(ctx, memberOf(ctx).id),
      importStatement: ({ ctx, input }) => importStatement(ctx, input),
      listImports: async ({ ctx }) => ({ imports: await listImports(ctx) }),
      saveColumns: ({ ctx, input }) => saveColumns(ctx, input),
      listLines: ({ ctx, input }) => listBankLines(ctx, input),
      confirmLines: ({ ctx, input }) => confirmLines(ctx, input.lines),
      undoLine: ({ ctx, input }) => undoLine(ctx, input.lineId),
      setLineAside: ({ ctx, input }) => setLineAside(ctx, input),
      listPayers: ({ ctx, input }) => listPayers(ctx, input),
      removeOwnAccount: ({ ctx, input }) => removeOwnAccount(ctx, input.ownAccountId),
      removePayer: ({ ctx, input }) => removePayer(ctx, input.payerId),
      getMandate: ({ ctx }) => getMandate(ctx, memberOf(ctx).id),
      giveMandate: ({ ctx, input }) => giveMandate(ctx, { ...input, memberId: memberOf(ctx).id }),
      revokeMandate: ({ ctx }) => revokeMandate(ctx, memberOf(ctx).id),
      listMandates: ({ ctx, input }) => listMandates(ctx, input),
      endMandate: ({ ctx, input }) => endMandate(ctx, input),
      previewDebits: ({ ctx, input }) => previewDebits(ctx, input),
      startDebits: ({ ctx, input }) => startDebits(ctx, input),
      listRuns: ({ ctx, input }) => listRuns(ctx, input),
      getRun: ({ ctx, input }) => getRun(ctx, input.runId),
      downloadRun: ({ ctx, input }) => downloadRun(ctx, input.runId),
      settleRun: ({ ctx, input }) => settleRun(ctx, input),
      unsettleRun: ({ ctx, input }) => unsettleRun(ctx, input.runId),
      cancelRun: ({ ctx, input }) => cancelRun(ctx, input.runId),
      returnDebit: ({ ctx, input }) => returnDebit(ctx, input),
    },
  })
