import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { job } from '#platform/jobs/job.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { messagesChanged, type NewMessage, queueMessages } from '../messages/outbox.ts'
import { issueMails } from './mails.ts'

/** Emails who reported something, and when it is done those who have the problem, too. `by` did it and knows. */
export const mailReportJob = job(
  'mailReport',
  z.object({
    reportId: z.number().int(),
    occasion: z.enum(['answered', 'done']),
    entryId: z.number().int().nullable(),
    by: z.number().int().nullable(),
  }),
)

type ReportMail = z.infer<typeof mailReportJob.payload>

const mostMailed = 500

const listReaders = async (ctx: Ctx, { reportId, occasion, by }: ReportMail) => {
  const rows = await ctx.db
    .selectFrom('issue_reports as r')
    .innerJoin('members as m', (join) =>
      join.on((is) =>
        is.or([
          is('m.id', '=', is.ref('r.reporter_id')),
          ...(occasion === 'done'
            ? [
                is.exists(
                  is
                    .selectFrom('issue_followers as f')
                    .select('f.member_id')
                    .whereRef('f.report_id', '=', 'r.id')
                    .whereRef('f.member_id', '=', 'm.id'),
                ),
              ]
            : []),
        ]),
      ),
    )
    .select(['m.id', 'm.first_name as firstName', 'r.reporter_id'])
    .where('r.id', '=', reportId)
    .where('m.closed_at', 'is', null)
    .where('m.email_verified_at', 'is not', null)
    .orderBy('m.id')
    .limit(mostMailed)
    .execute()
  return rows.filter(({ id }) => id !== by)
}

export const mailReport = async (ctx: Ctx, asked: ReportMail): Promise<void> => {
  const { reportId, occasion, entryId } = asked
  const report = await ctx.db
    .selectFrom('issue_reports as r')
    .leftJoin('devices as d', 'd.id', 'r.device_id')
    .leftJoin('issue_entries as e', (join) => join.onRef('e.report_id', '=', 'r.id').on('e.id', '=', entryId ?? 0))
    .select(['r.title', 'r.area', 'r.state', 'd.name', 'e.text'])
    .where('r.id', '=', reportId)
    .executeTakeFirst()
  // It may be open again by now.
  if (!report || (occasion === 'done' && report.state !== 'done')) return
  const readers = await listReaders(ctx, asked)
  const replyTo = await ctx.settings.get('EMAIL_ADMIN')
  const messages: (NewMessage & { isSecret: false; files?: never })[] = []
  for (const reader of readers) {
    const written = await writeMail(ctx, issueMails[occasion], {
      person: reader,
      title: report.title,
      place: report.name ?? report.area,
      text: report.text ?? '',
      isFollower: reader.id !== reader.reporter_id,
    })
    const { kind: template, mail } = written
    messages.push({ memberId: reader.id, replyTo, template, mail, isSecret: false })
  }
  await record(ctx, async (work) => {
    await queueMessages(work, messages)
    return { result: undefined, tell: messages.length > 0 ? [messagesChanged] : [] }
  })
}
