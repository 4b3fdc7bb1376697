import { flushCompileCache } from 'node:module'
import type { Logger } from 'pino'
import { openLog } from '#platform/log/open-log.ts'
import { type Config, readConfig } from './config.ts'
import type { Portal } from './portal.ts'
import { closeOnSignals } from './stop-signals.ts'
import { openStores, waitsForMove } from './stores.ts'

/** All the rest of the portal, which takes about as long to load as its database to start. */
const loadPortal = () => Promise.all([import('./portal.ts'), import('./ready-text.ts')])

/** Begins before all that is loaded, unless something has to take the place of the database first. */
const beginStores = async (config: Config, log: Logger) =>
  waitsForMove(config) ? (await import('./services.ts')).openOwnStores(config, {}, log) : openStores(config, {}, log)

const run = async () => {
  const config = readConfig(process.env)
  const log = await openLog(config.logLevel)
  const modules = loadPortal()
  let current: Promise<Portal> = Promise.all([beginStores(config, log), modules]).then(([stores, [{ startPortal }]]) =>
    startPortal(config, { log, stores, startAgain }),
  )
  const sayReady = async () => (await modules)[1].sayReady(await current, { config, log })
  // A port that was chosen stays, because pages that are open look for it there.
  function startAgain() {
    current = current.then(async (portal) => {
      log.info('starting again')
      // An address leaves the usual port of the web out.
      const port = config.port || Number(new URL(portal.url).port)
      await portal.close()
      const [{ startPortal }] = await modules
      return startPortal({ ...config, port }, { log, startAgain })
    })
    sayReady().catch(fail)
  }
  const { isStopping } = closeOnSignals(current, async (_, signal) => {
    log.info({ signal }, 'stopping')
    const portal = await current
    await portal.close().catch((error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly')
      throw error
    })
  })
  await current
  if (isStopping()) return
  await sayReady()
  // Also for a portal that is never stopped in peace.
  flushCompileCache()
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

run().catch(fail)
