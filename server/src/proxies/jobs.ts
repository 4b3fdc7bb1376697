import { z } from 'zod'
import { handle, job } from '#platform/jobs/job.ts'
import { mailProxyMembers } from './correspondence.ts'
import { expireProxies } from './proxy-ends.ts'
import { mailProxyJob } from './proxy-row.ts'
import { askAgain, remindHolders } from './reminders.ts'

const expireProxiesJob = job('expireProxies', z.object({}))
const askAgainJob = job('askProxyHoldersAgain', z.object({}))
const remindHoldersJob = job('remindProxyHolders', z.object({}))

export const proxyJobs = [
  handle(mailProxyJob, (ctx, payload) => mailProxyMembers(ctx, payload)),
  handle(expireProxiesJob, (ctx) => expireProxies(ctx), { schedule: '*/5 * * * *' }),
  handle(askAgainJob, (ctx) => askAgain(ctx), { schedule: '*/10 * * * *' }),
  handle(remindHoldersJob, (ctx) => remindHolders(ctx), { schedule: '35 * * * *' }),
]
