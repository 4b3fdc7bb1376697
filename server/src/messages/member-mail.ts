import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { type MailTemplate, writeMail } from '#platform/mail/mail-template.ts'
import { type PushNotice, queuePush } from '../push/notices.ts'
import { messagesChanged, queueMail } from './outbox.ts'

type AddresseeFacts = { person: { firstName: string } }

type MemberMailInput<Facts> = {
  memberId: number
  template: MailTemplate<Facts & AddresseeFacts>
  facts: NoInfer<Facts>
  /** Also for the locked screens of those who want to hear of it. */
  notice?: Omit<PushNotice, 'memberIds'> | undefined
}

/**
 * Writes a mail of its own to a member; to none who closed their account meanwhile. Answers go to the administrators. The
 * notice is of the same transaction, so that a second try tells neither twice.
 */
export const sendToMember = async <Facts extends object>(ctx: Ctx, input: MemberMailInput<Facts>): Promise<void> => {
  const { memberId, template, facts, notice } = input
  const member = await ctx.db
    .selectFrom('members')
    .select('first_name as firstName')
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!member) return
  const mail = await writeMail(ctx, template, { ...facts, person: { firstName: member.firstName } })
  const replyTo = await ctx.settings.get('EMAIL_ADMIN')
  await record(ctx, async (work) => {
    if (notice) await queuePush(work, { ...notice, memberIds: [memberId] })
    await queueMail(work, { mail, envelope: { memberId, replyTo } })
    return { result: undefined, tell: [messagesChanged] }
  })
}
