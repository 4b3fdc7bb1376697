import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { messagesChanged, queueMessage } from '../messages/queue-message.ts'
import { welcomeCards } from './welcome-cards.ts'
import { memberMails, type MemberMail } from './mails.ts'

type Whom = { memberId: number; mail: MemberMail; reason: string | null; formerEmail: string | null }

/** Writes to a member about his membership, or to the administrators' address about him. A job of its own, so that no mail holds up a state. */
export const mailMember = async (ctx: Ctx, input: Whom): Promise<void> => {
  const { memberId, mail: name, reason, formerEmail } = input
  const member = await ctx.db
    .selectFrom('members')
    .select(['email', 'first_name as firstName', 'last_name as lastName'])
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  const settings = await ctx.settings.all()
  const { SITE_NAME: siteName, EMAIL_ADMIN: adminAddress } = settings
  if (!member) return
  const isToStaff = name === 'newMember'
  const addresses = isToStaff ? [adminAddress] : [member.email, formerEmail ?? '']
  const replyTo = isToStaff ? member.email : adminAddress
  const mail = await renderMail(
    ctx,
    memberMails[name]({
      person: member,
      siteName,
      url: ctx.siteUrl,
      reason,
      email: formerEmail,
      cards: welcomeCards(settings, ctx.siteUrl),
    }),
  )
  const recipients = addresses.filter((address) => address !== '')
  if (recipients.length === 0) return
  await record(ctx, async (tx) => {
    for (const to of recipients) {
      const message = { to, memberId, template: name, mail, isSecret: false, ...(replyTo !== '' && { replyTo }) }
      await queueMessage(tx, { ctx, message })
    }
    return { result: undefined, tell: [messagesChanged] }
  })
}
