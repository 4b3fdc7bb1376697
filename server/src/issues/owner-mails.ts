import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { job } from '#platform/jobs/job.ts'
import { longDay } from '#platform/long-day.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { messagesChanged, queueMessages } from '../messages/outbox.ts'
import { issueMails } from './mails.ts'

/** Emails a member of staff that another one has given them a report to look after. `by` is null where a key did it. */
export const mailOwnerJob = job(
  'mailIssueOwner',
  z.object({ reportId: z.number().int(), ownerId: z.number().int(), by: z.number().int().nullable() }),
)

type OwnerMail = z.infer<typeof mailOwnerJob.payload>

const findReport = (ctx: Ctx, { reportId, ownerId, by }: OwnerMail) =>
  ctx.db
    .selectFrom('issue_reports as r')
    .innerJoin('members as o', 'o.id', 'r.owner_id')
    .leftJoin('devices as d', 'd.id', 'r.device_id')
    .leftJoin('members as b', (join) => join.on('b.id', '=', by))
    .select(['r.title', 'r.area', 'r.description', 'r.is_unsafe', 'd.name as machine'])
    .select(['o.first_name as firstName', 'b.screen_name as giver'])
    .select((is) => is.cast<string | null>('r.due_on', 'text').as('dueOn'))
    .where('r.id', '=', reportId)
    .where('r.owner_id', '=', ownerId)
    .where('r.state', '<>', 'done')
    .where('o.closed_at', 'is', null)
    .where('o.email_verified_at', 'is not', null)
    .executeTakeFirst()

/** Says nothing where the report is done by now, or looked after by another member. */
export const mailOwner = async (ctx: Ctx, given: OwnerMail): Promise<void> => {
  const report = await findReport(ctx, given)
  if (!report) return
  const { SITE_LOCALE_CURRENCY: locale, EMAIL_ADMIN: replyTo } = await ctx.settings.all()
  const { kind: template, mail } = await writeMail(ctx, issueMails.given, {
    reportId: given.reportId,
    person: report,
    giver: report.giver,
    title: report.title,
    place: report.machine ?? report.area,
    description: report.description,
    isUnsafe: report.is_unsafe,
    dueDay: report.dueOn && longDay(report.dueOn, locale),
  })
  await record(ctx, async (work) => {
    const messages = [{ memberId: given.ownerId, replyTo, template, mail, isSecret: false as const }]
    await queueMessages(work, messages)
    return { result: undefined, tell: [messagesChanged] }
  })
}
