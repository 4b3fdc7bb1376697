import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { messagesChanged, queueMessage } from '../messages/queue-message.ts'
import { vendingMails, type VendingMail } from './mails.ts'

type About = {
  mail: VendingMail
  memberId: number
  email: string
  firstName: string
  machine: string
  product: string | null
  amountCents: number
  balanceCents: number
  reason: string
}

/** Writes to a member about what happened at a machine. */
export const mailBuyer = async (ctx: Ctx, about: About): Promise<void> => {
  const { mail: template, memberId, email: to, firstName, ...facts } = about
  const { MEMBERBUCKS_NAME: balanceName, SITE_LOCALE_CURRENCY: locale, EMAIL_ADMIN: replyTo } = await ctx.settings.all()
  const written = vendingMails[template]({ ...facts, person: { firstName }, balanceName, url: ctx.siteUrl, locale })
  const mail = await renderMail(ctx, written)
  const message = { to, memberId, template, mail, isSecret: false, ...(replyTo !== '' && { replyTo }) }
  await record(ctx, async (tx) => {
    await queueMessage(tx, { ctx, message })
    return { result: undefined, tell: [messagesChanged] }
  })
}
