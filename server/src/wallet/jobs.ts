import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { refreshPasses, tellAgain, tellWallet, tellWalletJob } from './updates.ts'

const refreshPassesJob = job('wallet.refresh', z.object({}))

const tellAgainJob = job('wallet.tellAgain', z.object({}))

export const walletJobs = [
  handle(tellWalletJob, tellWallet),
  handle(refreshPassesJob, (ctx) => refreshPasses(ctx), { schedule: '* * * * *' }),
  handle(tellAgainJob, (ctx) => tellAgain(ctx), { schedule: '41 * * * *' }),
]
