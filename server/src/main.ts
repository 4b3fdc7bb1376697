import { flushCompileCache } from 'node:module'
import type { Logger } from 'pino'
import { openLog } from '#platform/log/open-log.ts'
import { type Config, readConfig } from './config.ts'
import type { Portal } from './portal.ts'
import { closeOnSignals } from './stop-signals.ts'
import { hasFormerMajor, openStores } from './stores.ts'

/** All the rest of the portal, which takes about as long to load as its database to start. */
const loadPortal = () => Promise.all([import('./portal.ts'), import('./ready-text.ts')])

/** Begins before all that is loaded, unless that has to bring the database over first. */
const beginStores = async (config: Config, log: Logger) =>
  hasFormerMajor(config) ? (await import('./services.ts')).openOwnStores(config, {}, log) : openStores(config, {}, log)

const run = async () => {
  const config = readConfig(process.env)
  const log = await openLog(config.logLevel)
  const starting = Promise.all([beginStores(config, log), loadPortal()]).then(
    async ([stores, [{ startPortal }, { sayReady }]]) => ({
      portal: await startPortal(config, { log, stores }),
      sayReady,
    }),
  )
  const closePortal = async ({ portal }: { portal: Portal }, signal: string) => {
    log.info({ signal }, 'stopping')
    await portal.close().catch((error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly')
      throw error
    })
  }
  const { isStopping } = closeOnSignals(starting, closePortal)
  const { portal, sayReady } = await starting
  if (isStopping()) return
  await sayReady(portal, { config, log })
  // Also for a portal that is never stopped in peace.
  flushCompileCache()
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
