import type { Domain } from '#platform/domain.ts'
import { issueChecks } from './checks.ts'
import { issueJobs } from './jobs.ts'
import { issueMails } from './mails.ts'
import { issueRetentions, issuesPersonalData } from './personal-data.ts'
import { issueRoutes } from './routes.ts'

export const issuesDomain: Domain = {
  name: 'issues',
  tables: ['issue_reports', 'issue_followers', 'issue_pictures', 'issue_entries', 'issue_posts', 'maintenance_plans'],
  routes: issueRoutes,
  jobs: issueJobs,
  mails: Object.values(issueMails),
  retentions: issueRetentions,
  personalData: issuesPersonalData,
  checks: issueChecks,
}
