import { smsOccasions, type MessageSample } from '@spacekeeper/contract/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { withFooter } from '#platform/sms/sms.ts'
import { fillIn } from './rules.ts'

export type MailSample = { kind: string; mail: Mail }
export type SampleMails = (ctx: Ctx) => Promise<MailSample[]>

const sampleTexts = async (ctx: Ctx): Promise<MessageSample[]> => {
  const { SMS_MESSAGES: texts, SMS_FOOTER: footer, SITE_NAME: site } = await ctx.settings.all()
  return smsOccasions.map((kind) => {
    const text = fillIn(texts[kind], { site, device: 'Front door' })
    return { kind, channel: 'sms', subject: text, text: text === '' ? '' : withFooter(text, footer), html: null }
  })
}

/** Everything the portal writes by itself, as it looks with the settings of this site. */
export const listSamples = async (ctx: Ctx, sampleMails: SampleMails): Promise<MessageSample[]> => {
  const mails = await Promise.all(
    (await sampleMails(ctx)).map(async ({ kind, mail }): Promise<MessageSample> => {
      const { subject, text, html } = await renderMail(ctx, mail)
      return { kind, channel: 'email', subject, text, html }
    }),
  )
  return [...mails, ...(await sampleTexts(ctx))]
}
