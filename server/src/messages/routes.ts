import { messagesApi } from '@spacekeeper/contract/messages/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import type { Domains } from '#platform/domain.ts'
import { implement } from '#platform/http/implement.ts'
import { listFailedJobs } from '#platform/jobs/list-failed-jobs.ts'
import { retryJob } from '#platform/jobs/retry-job.ts'
import { sendKept } from './kept-messages.ts'
import { listMessages, readMessage } from './messages.ts'
import { cancelMessage, retryMessage } from './queued-messages.ts'
import { listSamples, sendTest } from './samples.ts'
import { sendSms } from './texts.ts'

/** The outbox. Which mails there are, the domains know that write them. */
export const messageRoutes = (app: FastifyInstance, services: Services, domains: Domains) =>
  implement(app, {
    services,
    routes: messagesApi,
    handlers: {
      list: (call) => listMessages(call.ctx, call.input),
      get: (call) => readMessage(call.ctx, call.input.messageId),
      retry: (call) => retryMessage(call.ctx, call.input.messageId),
      sendKept: ({ ctx }) => sendKept(ctx),
      cancel: (call) => cancelMessage(call.ctx, call.input.messageId),
      sendTest: async (call) => ({ messageId: await sendTest(call.ctx, call.input.channel) }),
      listSamples: async ({ ctx }) => ({ samples: await listSamples(ctx, domains) }),
      sendSms: (call) => sendSms(call.ctx, call.input),
      listFailedJobs: async ({ ctx }) => ({ jobs: await listFailedJobs(ctx) }),
      retryJob: (call) => retryJob(call.ctx, call.input.jobId),
    },
  })
