import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { messagesChanged, queueMessage, type NewMessage } from '../messages/queue-message.ts'
import { inductionMail, newAccountMail, passwordChangedMail } from './mails.ts'
import { findAccount } from './queries.ts'

type Envelope = Pick<NewMessage, 'to' | 'memberId' | 'template' | 'replyTo'>

const send = async (ctx: Ctx, input: { envelope: Envelope; mail: Mail }): Promise<void> => {
  const mail = await renderMail(ctx, input.mail)
  await record(ctx, async (tx) => {
    await queueMessage(tx, { ctx, message: { ...input.envelope, mail, isSecret: false } })
    return { result: undefined, tell: [messagesChanged] }
  })
}

/** Tells the administrators' address of a new account, if the site has one. An answer goes to the new member. */
export const mailNewAccount = async (ctx: Ctx, memberId: number): Promise<void> => {
  const account = await findAccount(ctx, memberId)
  const { EMAIL_ADMIN: to, SITE_NAME: siteName } = await ctx.settings.all()
  if (!account || to === '') return
  await send(ctx, {
    envelope: { to, memberId, template: 'newAccount', replyTo: account.email },
    mail: newAccountMail({ person: account, siteName, url: ctx.siteUrl }),
  })
}

/** Where members do not pay here, the way on is an induction: says where it is booked, if the site says so. */
export const mailInduction = async (ctx: Ctx, memberId: number): Promise<void> => {
  const account = await findAccount(ctx, memberId)
  const settings = await ctx.settings.all()
  const paysHere = settings.ENABLE_STRIPE && settings.ENABLE_STRIPE_MEMBERSHIP_PAYMENTS
  if (!account || paysHere || settings.POST_INDUCTION_URL === '') return
  await send(ctx, {
    envelope: { to: account.email, memberId, template: 'induction' },
    mail: inductionMail({
      person: account,
      siteName: settings.SITE_NAME,
      url: new URL(settings.POST_INDUCTION_URL, ctx.siteUrl).href,
    }),
  })
}

/** Tells a member that his password is another one now, in case it was not he who changed it. */
export const mailPasswordChanged = async (ctx: Ctx, memberId: number): Promise<void> => {
  const account = await findAccount(ctx, memberId)
  if (!account) return
  await send(ctx, {
    envelope: { to: account.email, memberId, template: 'passwordChanged' },
    mail: passwordChangedMail({
      person: account,
      siteName: await ctx.settings.get('SITE_NAME'),
      url: `${ctx.siteUrl}/login`,
    }),
  })
}
