import { contract } from '@spacekeeper/contract/index.ts'
import { live } from '@spacekeeper/contract/live.ts'
import type { FastifyInstance } from 'fastify'
import { findCaller } from './accounts/find-caller.ts'
import { accountRoutes } from './accounts/routes.ts'
import { auditRoutes } from './audits/routes.ts'
import { deviceGateway } from './devices/gateway.ts'
import { deviceRoutes, enrolmentRoutes, inventoryRoutes } from './devices/routes.ts'
import { driveRelays } from './drivers/drive-relays.ts'
import { driverRoutes } from './drivers/routes.ts'
import { doorProtocol } from './doors/door-protocol.ts'
import { doorRoutes } from './doors/routes.ts'
import { memberbucksRoutes } from './memberbucks/routes.ts'
import { cardRoutes, memberRoutes, membershipRoutes } from './members/routes.ts'
import { identityRoutes } from './identities/routes.ts'
import { fleetRoutes } from './fleets/routes.ts'
import { interlockProtocol } from './interlocks/interlock-protocol.ts'
import { interlockRoutes } from './interlocks/routes.ts'
import { findKiosk } from './kiosks/find-kiosk.ts'
import { kioskRoutes } from './kiosks/routes.ts'
import { keyRoutes } from './keys/routes.ts'
import { mailingRoutes } from './mailings/routes.ts'
import { messageRoutes } from './messages/routes.ts'
import { sampleMails } from './message-samples.ts'
import { profileRoutes } from './profiles/routes.ts'
import type { Services } from '#platform/ctx.ts'
import { createServer, type ServerOptions } from '#platform/http/create-server.ts'
import { serveHealth } from '#platform/http/health.ts'
import { implement } from '#platform/http/implement.ts'
import { allowedMethods } from '#platform/http/allowed-methods.ts'
import { serveDocs } from '#platform/http/serve-docs.ts'
import { serveWeb } from '#platform/http/serve-web.ts'
import { createEventStreams } from '#platform/live/event-stream.ts'
import { version } from '#platform/version.ts'
import { rosterRoutes } from './rosters/routes.ts'
import { siteRoutes } from './site/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'
import { productRoutes, vendingRoutes } from './vending/routes.ts'
import { vendingProtocol } from './vending/vending-protocol.ts'
import { visitRoutes } from './visits/routes.ts'

export type AppOptions = ServerOptions & {
  /** Folder of the built screens. */
  webRoot: string
  /** How often relays are asked, where that is not as usual. */
  relayPollMs?: number | undefined
}

/** The whole portal as one Fastify, ready to listen. */
export const buildApp = async (services: Services, options: AppOptions): Promise<FastifyInstance> => {
  const app = await createServer(services, options)
  app.decorate('findActor', findCaller(services))
  app.decorate('findKiosk', findKiosk(services))

  const streams = createEventStreams(app, services)
  implement(app, {
    services,
    routes: live,
    handlers: { events: ({ ctx, request, reply }) => streams.open({ request, reply, actor: ctx.actor }) },
  })
  accountRoutes(app, services)
  memberRoutes(app, services)
  rosterRoutes(app, services)
  mailingRoutes(app, services)
  profileRoutes(app, services)
  visitRoutes(app, services)
  doorRoutes(app, services)
  deviceRoutes(app, services)
  enrolmentRoutes(app, services)
  inventoryRoutes(app, services)
  fleetRoutes(app, services)
  interlockRoutes(app, services)
  driverRoutes(app, services)
  kioskRoutes(app, services)
  keyRoutes(app, services)
  memberbucksRoutes(app, services)
  vendingRoutes(app, services)
  productRoutes(app, services)
  auditRoutes(app, services)
  messageRoutes(app, { services, sampleMails })
  siteRoutes(app, services)
  statisticsRoutes(app, services)
  membershipRoutes(app, services)
  cardRoutes(app, services)
  identityRoutes(app, services)
  await deviceGateway(app, {
    services,
    protocols: {
      door: doorProtocol(services),
      interlock: interlockProtocol(services),
      memberbucks: vendingProtocol(services),
    },
  })

  const relays = driveRelays(services, { pollMs: options.relayPollMs })
  app.addHook('onClose', () => relays.close())

  serveHealth(app, services)
  await serveDocs(app, { title: 'Spacekeeper API', version, contract })
  await serveWeb(app, { root: options.webRoot, allowedMethods: allowedMethods(contract) })
  return app
}
