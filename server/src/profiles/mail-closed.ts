import type { Ctx } from '#platform/ctx.ts'
import { findStaffAddresses } from '../accounts/queries.ts'
import { sendNotice } from '../accounts/send-notice.ts'
import { closedMail, goodbyeMail } from './mails.ts'

type Closed = { memberId: number; email: string; firstName: string; lastName: string; isSuspended: boolean }

/** Says goodbye to whoever closed his account, and tells those who run the space. */
export const mailClosed = async (ctx: Ctx, closed: Closed): Promise<void> => {
  const { memberId, email, isSuspended } = closed
  const { SITE_NAME: siteName, EMAIL_ADMIN: replyTo } = await ctx.settings.all()
  await sendNotice(ctx, {
    envelope: { to: email, memberId, template: 'goodbye', ...(replyTo !== '' && { replyTo }) },
    mail: goodbyeMail({ person: closed, siteName, url: ctx.siteUrl }),
  })
  const url = `${ctx.siteUrl}/manage/members/${memberId}`
  for (const to of await findStaffAddresses(ctx)) {
    await sendNotice(ctx, {
      envelope: { to, memberId, template: 'accountClosed' },
      mail: closedMail({ person: closed, memberId, isSuspended, url }),
    })
  }
}
