import type { Logger } from 'pino'
import { systemCtx } from '#platform/ctx.ts'
import { openLog } from '#platform/log/open-log.ts'
import { firstAdminLink } from './auth/first-administrator.ts'
import { type Config, readConfig } from './config.ts'
import { findMailProblems } from './messages/messages.ts'
import { type Portal, startPortal } from './portal.ts'
import { closeOnSignals } from './stop-signals.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const warnings = {
  localLinks: 'SITE_URL is not set: links in emails lead to this machine. Set it to the address people open.',
  localSender:
    'Emails have no sender that mail servers accept. Set SITE_URL, or choose a sender under Settings, Contact.',
} as const

/** What people read once it can be used. */
const announce = async (config: Config, portal: Portal, log: Logger) => {
  const ctx = systemCtx(portal.services)
  const link = await firstAdminLink(ctx)
  for (const problem of await findMailProblems(ctx)) log.warn(warnings[problem])
  say(`\nSpacekeeper is ready at ${config.siteUrl ?? portal.url}`)
  if (!config.siteUrl && portal.networkUrls.length > 0)
    say(`Other devices in this network find it at ${portal.networkUrls.join(', ')}`)
  // Its reader becomes the administrator, so it goes to a person's terminal, and to nothing that keeps what is printed.
  if (link && process.stdout.isTTY) say(`Create the first administrator (this link works until one exists):\n${link}`)
  else if (link)
    say(
      'It has no administrator yet. `npm run cli -- admin link` prints the link that creates the first administrator.',
    )
  say('')
}

const run = async () => {
  const config = readConfig(process.env)
  const log = await openLog(config.logLevel)
  let current: Promise<Portal>
  const start = (): Promise<Portal> => startPortal(config, { log, startAgain })
  // What listens on a port that was chosen keeps it, because pages that are open look for it there.
  function startAgain() {
    const again = current.then(async (portal) => {
      log.info('starting again')
      const port = Number(new URL(portal.url).port)
      await portal.close()
      return startPortal({ ...config, port }, { log, startAgain })
    })
    current = again
    again.then((portal) => announce(config, portal, log)).catch(fail)
  }
  current = start()
  const { isStopping } = closeOnSignals(current, async (_, signal) => {
    log.info({ signal }, 'stopping')
    const portal = await current
    await portal.close().catch((error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly')
      throw error
    })
  })
  const portal = await current
  if (!isStopping()) await announce(config, portal, log)
}

function fail(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

run().catch(fail)
