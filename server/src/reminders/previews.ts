import { maxTextMessage, type ReminderPreview } from '@spacekeeper/contract/reminders/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { localDay } from '#platform/local-day.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { getMember } from '../members/summaries.ts'
import { debtsOfMember, madeUpDebt, placeholderWords } from './debts.ts'
import { reminderMail } from './mails.ts'
import { cutText, fillTemplate } from './rules.ts'

type ReminderPreviewInput = {
  channel: 'email' | 'sms'
  subject: string
  text: string
  planId: number | null
  memberId: number | null
}

/** What the plan of a member, or the one a step is for, puts in place of what is made up. */
const planFacts = async (ctx: Ctx, { planId, memberId }: ReminderPreviewInput) => {
  const ofMember =
    memberId === null
      ? undefined
      : await ctx.db
          .selectFrom('subscriptions as s')
          .innerJoin('plans as p', 'p.id', 's.plan_id')
          .select(['p.name as plan', 's.cost_cents as openCents', 's.currency', 's.charged_through as dueOn'])
          .where('s.member_id', '=', memberId)
          .where('s.state', '<>', 'ended')
          .executeTakeFirst()
  if (ofMember || planId === null) return ofMember ?? {}
  const plan = await ctx.db
    .selectFrom('plans')
    .select(['name as plan', 'cost_cents as openCents', 'currency'])
    .where('id', '=', planId)
    .executeTakeFirst()
  return plan ?? {}
}

/** The member, what they owe, and where they owe nothing, what it would be. */
const findExample = async (ctx: Ctx, input: ReminderPreviewInput) => {
  const settings = await ctx.settings.all()
  const today = localDay(ctx.now(), settings.SITE_TIME_ZONE)
  const madeUp = { ...madeUpDebt(settings, today), ...(await planFacts(ctx, input)) }
  const { memberId } = input
  if (memberId === null) return { name: 'Sam', debt: madeUp }
  const { fullName } = await getMember(ctx, memberId)
  const [debt] = await debtsOfMember(ctx, { memberId, today })
  if (debt) return { name: fullName, debt }
  const { first_name: firstName } = await ctx.db
    .selectFrom('members')
    .select('first_name')
    .where('id', '=', memberId)
    .executeTakeFirstOrThrow()
  return { name: fullName, debt: { ...madeUp, memberId, firstName } }
}

/** A template as its reader would get it. Nothing is sent or kept. */
export const previewReminder = async (ctx: Ctx, input: ReminderPreviewInput): Promise<ReminderPreview> => {
  const { name, debt } = await findExample(ctx, input)
  const words = placeholderWords(await ctx.settings.all(), debt)
  const text = fillTemplate(input.text, words)
  if (input.channel === 'sms') {
    return { name, subject: '', text: cutText(text, maxTextMessage), html: null, isCut: text.length > maxTextMessage }
  }
  const subject = fillTemplate(input.subject, words)
  const { mail } = await writeMail(ctx, reminderMail, { person: debt, subject, text })
  return { name, subject, text, html: mail.html, isCut: false }
}
