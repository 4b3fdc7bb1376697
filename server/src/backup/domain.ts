import type { Domain } from '#platform/domain.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { backupChecks, backupGauges } from './checks.ts'
import { growthCheck } from './growth-check.ts'
import { backupJobs, noteErasedAccount } from './jobs.ts'
import { backupRoutes } from './routes.ts'

/** Copies of the database and its keys, and the way back. What they are kept in is files alone: no table of a database that may be lost. */
export const backupDomain: Domain = {
  name: 'backup',
  routes: backupRoutes,
  jobs: backupJobs,
  checks: [...backupChecks, growthCheck],
  gauges: [backupGauges],
  personalData: {
    tables: {},
    erase: async (work, memberId) => {
      if (!work.ctx.setup) return
      await addJob(work, noteErasedAccount, { memberId, at: work.now.toISOString() })
    },
  },
}
