import { messages } from '@spacekeeper/contract/messages.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listFailedJobs } from '#platform/jobs/list-failed-jobs.ts'
import { listMessages } from './queries.ts'
import { readMessage } from './read-message.ts'

export const messageRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: messages,
    handlers: {
      list: ({ ctx, input }) => listMessages(ctx, input),
      get: ({ ctx, input }) => readMessage(ctx, input.messageId),
      listFailedJobs: async ({ ctx }) => ({ jobs: await listFailedJobs(ctx) }),
    },
  })
