import { issuesApi } from '@spacekeeper/contract/issues/routes.ts'
import { staffIssuesApi } from '@spacekeeper/contract/issues/staff-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { getDeviceIssues } from './device-issues.ts'
import { followReport } from './followers.ts'
import { addMaintenance, changeMaintenance, completePlan, removeMaintenance } from './maintenance.ts'
import { listKnown, listOwn, listReportPlaces } from './member-reports.ts'
import { getPhoto, keepPhoto } from './pictures.ts'
import { sendAgain } from './posts.ts'
import { changeReport, mergeReport, writeNote } from './report-changes.ts'
import { createReport } from './reports.ts'
import { getReport, listOwners, listReports } from './staff-reports.ts'

export const issueRoutes = (app: FastifyInstance, services: Services) => {
  implement(app, {
    services,
    routes: issuesApi,
    handlers: {
      report: async ({ ctx, input }) => {
        await createReport(ctx, input)
        return { success: true as const, url: `${ctx.siteUrl}/tools/issue` }
      },
      reportThing: ({ ctx, input }) => createReport(ctx, { ...input, area: '', pictureIds: [] }),
      uploadPhoto: async ({ ctx, input }) => ({ pictureId: await keepPhoto(ctx, input.file) }),
      getPhoto: ({ ctx, input }) => getPhoto(ctx, input.pictureId),
      listPlaces: ({ ctx }) => listReportPlaces(ctx),
      listKnown: async ({ ctx, input }) => ({ issues: await listKnown(ctx, input) }),
      follow: ({ ctx, input }) => followReport(ctx, input),
      listOwn: ({ ctx, input }) => listOwn(ctx, input),
    },
  })
  implement(app, {
    services,
    routes: staffIssuesApi,
    handlers: {
      listReports: ({ ctx, input }) => listReports(ctx, input),
      listIssueOwners: async ({ ctx }) => ({ owners: await listOwners(ctx) }),
      getReport: ({ ctx, input }) => getReport(ctx, input.issueId),
      changeReport: ({ ctx, input }) => changeReport(ctx, input),
      writeNote: ({ ctx, input }) => writeNote(ctx, input),
      mergeReport: ({ ctx, input }) => mergeReport(ctx, input),
      sendAgain: ({ ctx, input }) => sendAgain(ctx, input),
      getDeviceIssues: ({ ctx, input }) => getDeviceIssues(ctx, input),
      addPlan: async ({ ctx, input }) => ({ id: await addMaintenance(ctx, input) }),
      changePlan: ({ ctx, input }) => changeMaintenance(ctx, input),
      completePlan: ({ ctx, input }) => completePlan(ctx, input.planId),
      removePlan: ({ ctx, input }) => removeMaintenance(ctx, input.planId),
    },
  })
}
