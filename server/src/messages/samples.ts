import type { MessageSample, MessageChannel } from '@spacekeeper/contract/messages/shapes.ts'
import { smsOccasions } from '@spacekeeper/contract/messages/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change } from '#platform/db/change.ts'
import type { Domains } from '#platform/domain.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { greet } from '#platform/mail/greet.ts'
import { mailSite, mailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { normalisePhone, countryCodeOf } from '#platform/sms/phone-numbers.ts'
import { withFooter } from '#platform/sms/sms.ts'
import { isChannelSetUp } from './messages.ts'
import { queueMail, queueSms, messagesChanged } from './outbox.ts'
import { fillIn } from './rules.ts'

const sampleTexts = async (ctx: Ctx): Promise<MessageSample[]> => {
  const { SMS_MESSAGES: texts, SMS_FOOTER: footer, SITE_NAME: site } = await ctx.settings.all()
  return smsOccasions.map((kind) => {
    const text = fillIn(texts[kind], { site, device: 'Front door' })
    return { kind, channel: 'sms', subject: text, text: text === '' ? '' : withFooter(text, footer), html: null }
  })
}

/** Every mail the portal writes by itself, with people made up for the purpose. */
export const sampleMails = async (ctx: Ctx, domains: Domains): Promise<{ kind: string; mail: Mail }[]> => {
  const site = await mailSite(ctx)
  return domains.flatMap(({ mails = [] }) => mails.map(({ kind, sample }) => ({ kind, mail: sample(site) })))
}

/** Everything the portal writes by itself, as it looks with the settings of this site. */
export const listSamples = async (ctx: Ctx, domains: Domains): Promise<MessageSample[]> => {
  const mails = await Promise.all(
    (await sampleMails(ctx, domains)).map(async ({ kind, mail }): Promise<MessageSample> => {
      const { subject, text, html } = await renderMail(ctx, mail)
      return { kind, channel: 'email', subject, text, html }
    }),
  )
  return [...mails, ...(await sampleTexts(ctx))]
}

const kind = 'test'

/** The caller waits for the outcome, so the first failure is final. */
const maxAttempts = 1

const findSelf = (ctx: Ctx) =>
  ctx.db
    .selectFrom('members')
    .select(['id', 'phone', 'first_name as firstName'])
    .where('id', '=', memberOf(ctx).id)
    .executeTakeFirstOrThrow()

type Self = Awaited<ReturnType<typeof findSelf>>

type Queue = (work: Work) => Promise<number>

/** Shows that mails of the portal arrive. */
export const testMail = mailTemplate<{ person: { firstName: string } }>({
  kind,
  newsHours: 24,
  write: ({ person }, site) => ({
    subject: `A test email from ${site.siteName}`,
    greeting: greet(person),
    paragraphs: ['You asked for this test email. It arrived, so emails from the portal work.'],
    button: { label: 'Open the outbox', url: `${site.url}/manage/messages` },
  }),
  sample: { person: { firstName: 'Sam' } },
})

const mailTo = async (ctx: Ctx, self: Self): Promise<Queue> => {
  const mail = await writeMail(ctx, testMail, { person: self })
  const envelope = { memberId: self.id }
  return (work) => queueMail(work, { mail, envelope, maxAttempts })
}

const smsTo = async (ctx: Ctx, self: Self): Promise<Queue> => {
  const { phone, id: memberId } = self
  if (!(await isChannelSetUp(ctx, 'sms'))) throw new AppError('smsNotSetUp')
  if (normalisePhone(phone, await countryCodeOf(ctx)) === null) throw new AppError('noPhoneNumber')
  const text = `A test message from ${await ctx.settings.get('SITE_NAME')}. It arrived.`
  return (work) => queueSms(work, { sms: { memberId, kind, text }, maxAttempts })
}

/** Sends the caller a test message; its id in the outbox comes back, so that its state can be followed. */
export const sendTest = async (ctx: Ctx, channel: MessageChannel): Promise<number> => {
  const self = await findSelf(ctx)
  const queue = await (channel === 'sms' ? smsTo : mailTo)(ctx, self)
  return change(ctx, 'message.testSent', async (work) => {
    const messageId = await queue(work)
    return {
      result: messageId,
      subject: { kind: 'message', id: messageId },
      data: { channel },
      tell: [messagesChanged],
    }
  })
}
