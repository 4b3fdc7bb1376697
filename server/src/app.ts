import { contract } from '@spacekeeper/contract/index.ts'
import type { FastifyInstance } from 'fastify'
import { deviceServices, type Services } from '#platform/ctx.ts'
import { allowedMethods } from '#platform/http/allowed-methods.ts'
import { createServer, type ServerOptions } from '#platform/http/create-server.ts'
import { serveHealth, type HealthOptions } from '#platform/http/health.ts'
import { implement } from '#platform/http/implement.ts'
import { serveDocs } from '#platform/http/serve-docs.ts'
import { serveWeb } from '#platform/http/serve-web.ts'
import { createEventStreams } from '#platform/live/event-stream.ts'
import { memberListener } from '#platform/live/listeners.ts'
import { version } from '#platform/version.ts'
import { callerFinder } from './auth/callers.ts'
import { displayListener } from './display/display-listener.ts'
import { domains } from './domains.ts'
import { doorProtocol } from './doors/door-protocol.ts'
import { driveRelays } from './drivers/relays.ts'
import { deviceGateway } from './gateway/gateway.ts'
import { interlockProtocol } from './interlocks/interlock-protocol.ts'
import { findKiosk } from './kiosks/kiosks.ts'
import { vendingProtocol } from './vending/vending-protocol.ts'

export type AppOptions = ServerOptions &
  HealthOptions & {
    /** Folder of the built screens. */
    webRoot: string
    /** How often relays are asked, where that is not as usual. */
    relayPollMs?: number | undefined
  }

/** The whole portal as one Fastify, ready to listen. */
export const buildApp = async (services: Services, options: AppOptions): Promise<FastifyInstance> => {
  const app = await createServer(services, options)
  app.decorate('findCaller', callerFinder(services))
  app.decorate('findKiosk', findKiosk(services))

  const streams = createEventStreams(app, services)
  implement(app, {
    services,
    routes: contract.live,
    handlers: {
      events: ({ ctx, request, reply, input }) =>
        streams.open({ request, reply, listener: memberListener(app, { request, actor: ctx.actor }) }, input),
      displayEvents: async ({ request, reply, input }) =>
        streams.open({ request, reply, listener: await displayListener(app, request) }, input),
    },
  })
  for (const domain of domains) domain.routes?.(app, services, domains)
  const devices = deviceServices(services)
  await deviceGateway(app, {
    services: devices,
    protocols: {
      door: doorProtocol(devices),
      interlock: interlockProtocol(devices),
      memberbucks: vendingProtocol(devices),
    },
  })

  const relays = driveRelays(devices, { pollMs: options.relayPollMs })
  app.addHook('onClose', () => relays.close())

  serveHealth(app, services, options)
  await serveDocs(app, { title: 'Spacekeeper API', version, contract })
  await serveWeb(app, { root: options.webRoot, allowedMethods: allowedMethods(contract) })
  return app
}
