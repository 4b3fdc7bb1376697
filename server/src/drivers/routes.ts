import { driversApi } from '@spacekeeper/contract/drivers/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { afterSwipe } from '../access/after-swipe.ts'
import { testConnection } from './connection-checks.ts'
import { openDoor } from './door-openings.ts'
import { getDriver, updateDriver } from './driver-settings.ts'
import { endUse, startUse } from './machine-uses.ts'
import { limitUses } from './relay-uses.ts'

export const driverRoutes = (app: FastifyInstance, services: Services) => {
  const take = limitUses()
  const afterOpening = afterSwipe(services, 'door')
  const afterStart = afterSwipe(services, 'interlock')
  implement(app, {
    services,
    routes: driversApi,
    handlers: {
      get: ({ ctx, input }) => getDriver(ctx, input.deviceId),
      set: ({ ctx, input }) => updateDriver(ctx, input),
      test: ({ ctx, input }) => testConnection(ctx, input.deviceId),
      open: async ({ ctx, input: { doorId: deviceId } }) => {
        const { id: memberId } = memberOf(ctx)
        await take(memberId)
        const refusal = await openDoor(ctx, { deviceId, memberId })
        await afterOpening(ctx, { deviceId, memberId, refusal })
        return { refusedBecause: refusal }
      },
      start: async ({ ctx, input }) => {
        const { id: memberId } = memberOf(ctx)
        await take(memberId)
        const deviceId = input.interlockId
        const refusal = await startUse(ctx, { deviceId, memberId })
        await afterStart(ctx, { deviceId, memberId, refusal })
        return { refusedBecause: refusal }
      },
      end: async ({ ctx, input }) => {
        const { id: memberId } = memberOf(ctx)
        await take(memberId)
        return { isSwitchedOff: await endUse(ctx, { deviceId: input.interlockId, memberId }) }
      },
    },
  })
}
