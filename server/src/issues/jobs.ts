import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { lockoutEndedJob } from '../devices/lockout.ts'
import { sendIssue } from './channel-delivery.ts'
import { openDueMaintenance } from './maintenance.ts'
import { mailOwner, mailOwnerJob } from './owner-mails.ts'
import { sendIssueJob } from './posts.ts'
import { mailReport, mailReportJob } from './report-mails.ts'
import { emailBack, emailUnsafe, tellBackJob, tellUnsafeJob } from './unsafe.ts'

const openMaintenanceJob = job('openMaintenance', z.object({}))

/** Running hours grow all day, so maintenance is looked at more often than by night. */
export const issueJobs = [
  handle(sendIssueJob, sendIssue),
  handle(mailReportJob, mailReport),
  handle(mailOwnerJob, mailOwner),
  handle(tellUnsafeJob, (ctx, { reportId }) => emailUnsafe(ctx, reportId)),
  handle(tellBackJob, emailBack),
  handle(lockoutEndedJob, (ctx, { deviceId }) => emailBack(ctx, { deviceId, isUnlocked: true })),
  handle(openMaintenanceJob, (ctx) => openDueMaintenance(ctx), { schedule: '20 * * * *' }),
]
