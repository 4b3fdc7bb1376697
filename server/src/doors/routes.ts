import { doorsApi } from '@spacekeeper/contract/doors/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { commandHandlers } from '../devices/commands.ts'

export const doorRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: doorsApi,
    handlers: commandHandlers('door', (input: { doorId: number }) => input.doorId),
  })
