import type { Logger } from 'pino'
import { systemCtx } from '#platform/ctx.ts'
import { firstAdminLink } from './auth/first-administrator.ts'
import type { Config } from './config.ts'
import { findMailProblems } from './messages/messages.ts'
import type { Portal } from './portal.ts'

const warnings = {
  localLinks: 'SITE_URL is not set: links in emails lead to this machine. Set it to the address people open.',
  localSender:
    'Emails have no sender that mail servers accept. Set SITE_URL, or choose a sender under Settings, Contact.',
} as const

const say = (text: string) => process.stdout.write(`${text}\n`)

/** Says where a portal is that has just started, how its first administrator begins, and what its emails lack. */
export const sayReady = async (portal: Portal, { config, log }: { config: Config; log: Logger }): Promise<void> => {
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
