import type { Ctx } from '#platform/ctx.ts'
import type { MailTemplate } from '#platform/mail/mail-template.ts'
import { type PushNotice, pushMembers } from '../push/notices.ts'
import { sendMail } from './outbox.ts'

type AddresseeFacts = { person: { firstName: string } }

type MemberMailInput<Facts> = {
  memberId: number
  template: MailTemplate<Facts & AddresseeFacts>
  facts: NoInfer<Facts>
  /** Also for the locked screens of those who want to hear of it. */
  notice?: Omit<PushNotice, 'memberIds'> | undefined
}

/** Writes a mail of its own to a member; to none who closed their account meanwhile. Answers go to the administrators. */
export const sendToMember = async <Facts extends object>(ctx: Ctx, input: MemberMailInput<Facts>): Promise<void> => {
  const { memberId, template, facts, notice } = input
  const member = await ctx.db
    .selectFrom('members')
    .select('first_name as firstName')
    .where('id', '=', memberId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!member) return
  if (notice) await pushMembers(ctx, { ...notice, memberIds: [memberId] })
  await sendMail(ctx, {
    template,
    facts: { ...facts, person: { firstName: member.firstName } },
    envelope: { memberId, replyTo: await ctx.settings.get('EMAIL_ADMIN') },
  })
}
