import { drivers } from '@spacekeeper/contract/drivers.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { playTheme } from '../devices/play-theme.ts'
import { postSwipes } from '../doors/post-swipes.ts'
import { textRefused } from '../doors/text-refused.ts'
import { postUses } from '../interlocks/post-uses.ts'
import { endUse } from './end-use.ts'
import { limitUses } from './limit-uses.ts'
import { openDoor } from './open-door.ts'
import { getDriver } from './queries.ts'
import { setDriver } from './set-driver.ts'
import { startUse } from './start-use.ts'
import { testConnection } from './test-connection.ts'

export const driverRoutes = (app: FastifyInstance, services: Services) => {
  const take = limitUses()
  const postSwipe = postSwipes(services)
  const postUse = postUses(services)
  implement(app, {
    services,
    routes: drivers,
    handlers: {
      get: ({ ctx, input }) => getDriver(ctx, input.deviceId),
      set: ({ ctx, input }) => setDriver(ctx, input),
      test: ({ ctx, input }) => testConnection(ctx, input.deviceId),
      open: async ({ ctx, input: { doorId: deviceId } }) => {
        const { id: memberId } = memberOf(ctx)
        await take(memberId)
        const { outcome, refusal } = await openDoor(ctx, { deviceId, memberId })
        postSwipe({ deviceId, memberId, outcome, at: ctx.now() })
        textRefused(ctx, { memberId, deviceId, refusal })
        if (outcome === 'granted') playTheme(ctx, { memberId, deviceId })
        return { refusedBecause: refusal }
      },
      start: async ({ ctx, input }) => {
        const { id: memberId } = memberOf(ctx)
        await take(memberId)
        const deviceId = input.interlockId
        const refusal = await startUse(ctx, { deviceId, memberId })
        const kind = refusal === null ? 'started' : refusal === 'lockedOut' ? 'lockedOut' : 'refused'
        postUse({ deviceId, memberId, at: ctx.now(), news: { kind } })
        if (refusal === null) playTheme(ctx, { memberId, deviceId })
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
