import { z } from 'zod'
import { fieldMessages, Lines, Text } from '../fields.ts'
import { DeviceParams, Empty, Id, routes } from '../route.ts'
import {
  DeviceIssues,
  IssueChanges,
  IssueChannel,
  IssuePlace,
  MaintenanceDetails,
  NamedId,
  StaffIssue,
  StaffIssueDetail,
} from './shapes.ts'
import { issueFilters } from './words.ts'

const path = '/api/admin/issues/'
const ReportParams = z.object({ issueId: Id })
const PlanParams = z.object({ planId: Id })
const limit = z.coerce.number().int().min(1).max(100).default(30)
const offset = z.coerce.number().int().min(0).max(100_000).default(0)

/** What staff who look after devices do with reports and maintenance. */
export const staffIssuesApi = routes({
  listReports: {
    method: 'GET',
    path,
    access: 'staff.devices',
    summary:
      'Reports: unsafe ones first while they are not done, then overdue ones, then the newest; a page at a time.',
    query: z.object({
      which: z.enum(issueFilters).default('unfinished'),
      deviceId: Id.optional(),
      ownerId: Id.optional(),
      isOverdue: z.stringbool().default(false),
      text: Text(100).default(''),
      offset,
      limit,
    }),
    output: z.object({ issues: z.array(StaffIssue), count: z.number().int(), hasMore: z.boolean() }),
  },
  listIssueOwners: {
    method: 'GET',
    path: `${path}owners/`,
    access: 'staff.devices',
    summary: 'Who can own a report: staff who look after devices, and administrators.',
    output: z.object({ owners: z.array(IssuePlace) }),
  },
  getReport: {
    method: 'GET',
    path: `${path}:issueId/`,
    access: 'staff.devices',
    summary: 'One report with its photos, history and what each channel made of it.',
    params: ReportParams,
    output: StaffIssueDetail,
    errors: ['notFound'],
  },
  changeReport: {
    method: 'PATCH',
    path: `${path}:issueId/`,
    access: 'staff.devices',
    summary: 'Changes state, owner and due date. Members who have the problem hear by email when it is done.',
    params: ReportParams,
    body: IssueChanges,
    keepsPast: true,
    output: Empty,
    errors: ['notFound', 'issueMerged'],
  },
  writeNote: {
    method: 'POST',
    path: `${path}:issueId/notes/`,
    access: 'staff.devices',
    summary: 'Writes a note: an internal one for staff, or an answer that the reporter is emailed.',
    params: ReportParams,
    body: z.object({
      text: z.string().trim().min(1, fieldMessages.empty).pipe(Lines(2000)),
      isInternal: z.boolean(),
    }),
    output: Empty,
    errors: ['notFound'],
  },
  mergeReport: {
    method: 'POST',
    path: `${path}:issueId/merge/`,
    access: 'staff.devices',
    summary: 'Says that a report is the same as another one. Its members follow the other one from then on.',
    params: ReportParams,
    body: z.object({ intoId: NamedId }),
    output: Empty,
    errors: ['notFound', 'issueMerged'],
  },
  sendAgain: {
    method: 'POST',
    path: `${path}:issueId/channels/:channel/send/`,
    access: 'staff.devices',
    summary: 'Sends a report to a channel at once that has not taken it.',
    params: ReportParams.extend({ channel: IssueChannel }),
    output: Empty,
    errors: ['notFound', 'messageSettled'],
  },
  getDeviceIssues: {
    method: 'GET',
    path: '/api/admin/devices/:deviceId/issues/',
    access: 'staff.devices',
    summary: 'What was reported of a device, how long it has run, and its maintenance.',
    params: DeviceParams,
    query: z.object({ offset, limit }),
    output: DeviceIssues,
    errors: ['notFound'],
  },
  addPlan: {
    method: 'POST',
    path: '/api/admin/devices/:deviceId/maintenance/',
    access: 'staff.devices',
    summary: 'Adds maintenance that is due by running hours or by date. A report opens by itself when it is due.',
    params: DeviceParams,
    body: MaintenanceDetails,
    output: z.object({ id: z.number().int() }),
    errors: ['notFound'],
  },
  changePlan: {
    method: 'PATCH',
    path: '/api/admin/maintenance/:planId/',
    access: 'staff.devices',
    summary: 'Changes maintenance. When it was last done stays.',
    params: PlanParams,
    body: MaintenanceDetails,
    output: Empty,
    errors: ['notFound'],
  },
  completePlan: {
    method: 'POST',
    path: '/api/admin/maintenance/:planId/done/',
    access: 'staff.devices',
    summary: 'Says that maintenance was done now. A report that is open because of it is done, too.',
    params: PlanParams,
    output: Empty,
    errors: ['notFound'],
  },
  removePlan: {
    method: 'DELETE',
    path: '/api/admin/maintenance/:planId/',
    access: 'staff.devices',
    summary: 'Removes maintenance. Reports it opened stay.',
    params: PlanParams,
    output: Empty,
    errors: ['notFound'],
  },
})
