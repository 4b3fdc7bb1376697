// On its own: every domain has one.
import { pushApi } from '@spacekeeper/contract/push/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { addAppPushDevice, addPushDevice, choosePush, getPushState, removePushDevice } from './devices.ts'
import { tryPush } from './trial.ts'

export const pushRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: pushApi,
    handlers: {
      getState: ({ ctx }) => getPushState(ctx),
      addDevice: ({ ctx, input }) => addPushDevice(ctx, input),
      addAppDevice: ({ ctx, input }) => addAppPushDevice(ctx, input),
      removeDevice: ({ ctx, input }) => removePushDevice(ctx, input.pushDeviceId),
      choose: ({ ctx, input }) => choosePush(ctx, input),
      test: ({ ctx }) => tryPush(ctx),
    },
  })
