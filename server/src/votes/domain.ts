import type { Domain } from '#platform/domain.ts'
import { voteChecks } from './checks.ts'
import { voteJobs } from './jobs.ts'
import { voteMails } from './mails.ts'
import { votePersonalData } from './personal-data.ts'
import { voteRoutes } from './routes.ts'

export const votesDomain: Domain = {
  name: 'votes',
  tables: [
    'motions',
    'motion_options',
    'motion_roll',
    'motion_letters',
    'vote_marks',
    'open_votes',
    'proxy_instructions',
    'ballot_keys',
    'ballots',
    'sealed_ballots',
  ],
  routes: voteRoutes,
  jobs: voteJobs,
  mails: voteMails,
  checks: voteChecks,
  personalData: votePersonalData,
}
