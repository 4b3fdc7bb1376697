import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Services } from '#platform/ctx.ts'
import type { DatabaseUrls } from '#platform/db/database-accounts.ts'
import type { RateLimits } from '#platform/http/limit-rate.ts'
import { startJobs } from '#platform/jobs/start-jobs.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { jobHandlers } from './jobs.ts'
import { explainListening } from './listen-failure.ts'
import { openServices, webRoot } from './services.ts'
import type { Stores } from './stores.ts'

export type Portal = DatabaseUrls & {
  app: FastifyInstance
  services: Services
  /** Where it listens, on this machine. */
  url: string
  /** Where other machines of the network reach it. */
  networkUrls: readonly string[]
  close: () => Promise<void>
}

export type PortalOptions = {
  log: Logger
  /** Those that were opened already, while the rest was loaded. */
  stores?: Stores
  limits?: Partial<RateLimits>
  /** Closes the portal and starts it again. */
  startAgain?: () => void
  /** Adds more to the server before it listens. */
  extend?: (app: FastifyInstance) => void
}

const networkUrls = ({ host, port }: { host: string; port: number }): string[] => {
  if (host !== '0.0.0.0' && host !== '::') return []
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) => all)
  const ours = addresses.filter(({ family, internal }) => family === 'IPv4' && !internal)
  return ours.map(({ address }) => `http://${address}:${port}`)
}

/** A whole portal process: database, jobs, HTTP. `close` drains requests and jobs before the database goes. */
export const startPortal = async (config: Config, options: PortalOptions): Promise<Portal> => {
  const { log, stores } = options
  const opened = await openServices(config, log, { ...(stores && { stores }) })
  const { services, connectionString, ownerUrl, close: closeServices } = opened
  if (options.startAgain) services.startAgain = options.startAgain
  const app = await buildApp(services, {
    trustProxy: config.trustProxy,
    webRoot,
    diskFolders: config.databaseUrl === undefined ? [config.dataDir, join(config.dataDir, 'postgres')] : [],
    ...(options.limits && { limits: options.limits }),
  })
  options.extend?.(app)
  try {
    await app.listen({ port: config.port, host: config.host })
  } catch (error) {
    await app.close()
    await closeServices()
    throw explainListening(config, error)
  }
  const address = app.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const url = `http://localhost:${port}`
  // Jobs write links, so they wait until the port is known: PORT=0 takes any free one.
  services.siteUrl = config.siteUrl ?? url
  const jobs = await startJobs({ services, connectionString, handlers: jobHandlers })
  const close = async () => {
    await app.close()
    await jobs.stop()
    await closeServices()
  }
  const urls = { url, networkUrls: networkUrls({ host: config.host, port }) }
  return { app, services, connectionString, ownerUrl, ...urls, close }
}
