import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { renderMail } from '#platform/mail/render-mail.ts'
import { newToken } from '#platform/secrets/tokens.ts'
import { messagesChanged, queueMessage } from '../messages/queue-message.ts'
import { addLink } from './add-link.ts'
import { changeLinkMail } from './mails.ts'
import { findEmailChange } from './queries.ts'

/** Mails the link that confirms a new address to that address. As with every link, the token exists only in the mail. */
export const mailChangeLink = async (ctx: Ctx, memberId: number): Promise<void> => {
  const wanted = await findEmailChange(ctx, memberId)
  if (!wanted) return
  const token = newToken()
  const siteName = await ctx.settings.get('SITE_NAME')
  const url = `${ctx.siteUrl}/profile/email/${token}/verify`
  const mail = await renderMail(ctx, changeLinkMail({ person: wanted, siteName, url }))
  await change(ctx, 'account.changeLinkSent', async (tx) => {
    // What he wants may be another address by now; the link must not reach this one and confirm that one.
    const held = await tx
      .selectFrom('email_changes')
      .select('to_email')
      .where('member_id', '=', memberId)
      .forUpdate()
      .executeTakeFirst()
    if (held?.to_email !== wanted.email) return unchanged(undefined)
    await addLink(tx, { memberId, purpose: 'changeEmail', token, now: ctx.now() })
    await queueMessage(tx, {
      ctx,
      message: { to: wanted.email, memberId, template: 'changeEmail', mail, isSecret: true },
    })
    return { result: undefined, subject: { kind: 'member', id: memberId }, tell: [messagesChanged] }
  })
}
