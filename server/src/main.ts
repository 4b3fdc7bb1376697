import { systemCtx } from '#platform/ctx.ts'
import { openLog } from '#platform/log/open-log.ts'
import { firstAdminLink } from './auth/first-administrator.ts'
import { readConfig } from './config.ts'
import { findMailProblems } from './messages/messages.ts'
import { startPortal } from './portal.ts'
import { closeOnSignals } from './stop-signals.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)

const warnings = {
  localLinks: 'SITE_URL is not set: links in emails lead to this machine. Set it to the address people open.',
  localSender:
    'Emails have no sender that mail servers accept. Set SITE_URL, or choose a sender under Settings, Contact.',
} as const

const run = async () => {
  const config = readConfig(process.env)
  const log = await openLog(config.logLevel)
  const starting = startPortal(config, { log })
  const { isStopping } = closeOnSignals(starting, async (portal, signal) => {
    log.info({ signal }, 'stopping')
    await portal.close().catch((error: unknown) => {
      log.error({ err: error }, 'did not stop cleanly')
      throw error
    })
  })
  const portal = await starting
  if (isStopping()) return

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

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
