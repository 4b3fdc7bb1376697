import { webcamsApi } from '@spacekeeper/contract/webcams/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { openCameras } from './cameras.ts'

export const webcamRoutes = (app: FastifyInstance, services: Services) => {
  const cameras = openCameras(services)
  implement(app, {
    services,
    routes: webcamsApi,
    handlers: {
      list: ({ ctx }) => cameras.list(ctx),
      getPicture: async ({ input }) => ({
        name: `webcam-${input.number}.jpg`,
        mediaType: 'image/jpeg',
        content: await cameras.getPicture(input.number),
      }),
    },
  })
}
