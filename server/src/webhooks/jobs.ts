import { z } from 'zod'
import { takeEventsJob } from '#platform/db/outgoing-events.ts'
import { handle, job } from '#platform/jobs/job.ts'
import { lookBack, takeDoings, takeDoingsJob } from './doings.ts'
import { sendWebhooksJob, serveForgotten, takeEvents } from './queue.ts'
import { sendDue } from './sending.ts'

const serveForgottenJob = job('serveForgottenWebhooks', z.object({}))

export const webhookJobs = [
  handle(takeEventsJob, (ctx, { auditIds }) => takeEvents(ctx, auditIds)),
  handle(sendWebhooksJob, (ctx, { receiverId }) => sendDue(ctx, receiverId)),
  handle(takeDoingsJob, (ctx) => takeDoings(ctx, lookBack.soon)),
  handle(
    serveForgottenJob,
    async (ctx) => {
      await takeDoings(ctx, lookBack.later)
      await serveForgotten(ctx)
    },
    { schedule: '*/5 * * * *' },
  ),
]
