import { tokenApi } from '@spacekeeper/contract/auth/token-routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { clientAddressAtKiosk } from '../client-address.ts'
import type { Throttle } from '../limits/throttle.ts'
import { refuseAtKiosk } from '../links/login-links.ts'
import { describeLoginDevice } from '../user-agents.ts'
import { obtainTokens, refreshTokens } from './exchange.ts'

export const tokenRoutes = (app: FastifyInstance, { services, throttle }: { services: Services; throttle: Throttle }) =>
  implement(app, {
    services,
    routes: tokenApi,
    handlers: {
      obtainTokens: async ({ ctx, input: { email, password, code, deviceName }, request }) => {
        const client = await clientAddressAtKiosk(app, request)
        refuseAtKiosk(client)
        // An app keeps no cookie by which it would be known.
        const login = { email, password, code, throttle, client: { ...client, newBrowserToken: undefined } }
        return obtainTokens(ctx, { login, appName: deviceName ?? describeLoginDevice(client).device })
      },
      refreshTokens: ({ ctx, input }) => refreshTokens(ctx, input.refresh),
    },
  })
