import { messages } from '@spacekeeper/contract/messages.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listFailedJobs } from '#platform/jobs/list-failed-jobs.ts'
import { retryJob } from '#platform/jobs/retry-job.ts'
import { cancelMessage } from './cancel-message.ts'
import { listSamples, type SampleMails } from './list-samples.ts'
import { listMessages } from './queries.ts'
import { readMessage } from './read-message.ts'
import { retryMessage } from './retry-message.ts'
import { sendSms } from './send-sms.ts'
import { sendTest } from './send-test.ts'

/** The outbox. Which mails there are, the domains know that write them. */
export const messageRoutes = (app: FastifyInstance, input: { services: Services; sampleMails: SampleMails }) =>
  implement(app, {
    services: input.services,
    routes: messages,
    handlers: {
      list: (call) => listMessages(call.ctx, call.input),
      get: (call) => readMessage(call.ctx, call.input.messageId),
      retry: (call) => retryMessage(call.ctx, call.input.messageId),
      cancel: (call) => cancelMessage(call.ctx, call.input.messageId),
      sendTest: async (call) => ({ messageId: await sendTest(call.ctx, call.input.channel) }),
      listSamples: async ({ ctx }) => ({ samples: await listSamples(ctx, input.sampleMails) }),
      sendSms: (call) => sendSms(call.ctx, call.input),
      listFailedJobs: async ({ ctx }) => ({ jobs: await listFailedJobs(ctx) }),
      retryJob: (call) => retryJob(call.ctx, call.input.jobId),
    },
  })
