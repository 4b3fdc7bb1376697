import { firstAdminLink } from './accounts/first-admin-link.ts'
import { readConfig } from './config.ts'
import { startPortal } from './portal.ts'
import { systemCtx } from '#platform/ctx.ts'
import { createLog } from '#platform/log/log.ts'

/** How long requests and jobs may take to finish once the process is asked to stop. */
const graceMs = 15_000

const say = (text: string) => process.stdout.write(`${text}\n`)

const run = async () => {
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const portal = await startPortal(config, { log })

  const stop = (signal: string) => {
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), graceMs).unref()
    portal.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop cleanly')
        process.exit(1)
      },
    )
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  const siteUrl = config.siteUrl ?? portal.url
  say(`\nSpacekeeper is ready at ${siteUrl}`)
  const link = await firstAdminLink(systemCtx(portal.services))
  if (link) say(`Create the first administrator (this link works until one exists):\n${link}`)
  say('')
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
