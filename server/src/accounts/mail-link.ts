import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { messagesChanged, queueMessage } from '../messages/queue-message.ts'
import { addLink } from './add-link.ts'
import { resetMail, verifyMail } from './mails.ts'
import { findAccount } from './queries.ts'

const kinds = {
  verifyEmail: {
    event: 'account.verifyLinkSent',
    mail: verifyMail,
    path: (token: string) => `/profile/email/${token}/verify`,
  },
  resetPassword: {
    event: 'account.resetLinkSent',
    mail: resetMail,
    path: (token: string) => `/profile/password/reset/${token}`,
  },
} as const

/**
 * Mails a new link to a member. Runs as a job, so that the token exists only here and in the mail,
 * and nobody can tell from the time a request takes whether there is such an account.
 */
export const mailLink = async (ctx: Ctx, input: { memberId: number; purpose: keyof typeof kinds }): Promise<void> => {
  const { memberId, purpose } = input
  const account = await findAccount(ctx, memberId)
  if (!account || (purpose === 'verifyEmail' && account.verifiedAt !== null)) return
  const kind = kinds[purpose]
  const token = newToken()
  const siteName = await ctx.settings.get('SITE_NAME')
  const mail = await renderMail(ctx, kind.mail({ person: account, siteName, url: `${ctx.siteUrl}${kind.path(token)}` }))
  await change(ctx, kind.event, async (tx) => {
    await addLink(tx, { memberId, purpose, token, now: ctx.now() })
    await queueMessage(tx, {
      ctx,
      message: { to: account.email, memberId, template: purpose, mail, isSecret: true },
    })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: [messagesChanged] }
  })
}
