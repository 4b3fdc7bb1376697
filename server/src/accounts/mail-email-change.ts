import type { Ctx } from '#platform/ctx.ts'
import { changeAskedMail, emailChangedMail } from './mails.ts'
import { findAccount } from './queries.ts'
import { sendNotice } from './send-notice.ts'

type Change = { memberId: number; step: 'asked' | 'done'; from: string; to: string }

/** Tells the old address that a new one was asked for, and both when it has become the new one. */
export const mailEmailChange = async (ctx: Ctx, { memberId, step, from, to }: Change): Promise<void> => {
  const person = await findAccount(ctx, memberId)
  if (!person) return
  const facts = { person, siteName: await ctx.settings.get('SITE_NAME'), siteUrl: ctx.siteUrl, from, to }
  const mail = step === 'asked' ? changeAskedMail(facts) : emailChangedMail(facts)
  const template = step === 'asked' ? 'emailChangeAsked' : 'emailChanged'
  for (const address of step === 'asked' ? [from] : [to, from]) {
    await sendNotice(ctx, { envelope: { to: address, memberId, template }, mail })
  }
}
