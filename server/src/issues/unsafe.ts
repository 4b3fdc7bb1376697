import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, type Work, unchanged } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'
import type { WrittenMail } from '#platform/mail/mail-template.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import { messagesChanged, queueMessages } from '../messages/outbox.ts'
import { queuePush } from '../push/notices.ts'
import { addEntries } from './entries.ts'
import { issueMails, pathOfThing } from './mails.ts'
import { issuesChanged } from './notices.ts'

/** Emails those who use a machine that it is unsafe. */
export const tellUnsafeJob = job('tellUnsafe', z.object({ reportId: z.number().int() }))

/** Emails them that it is back. `isUnlocked`: because staff unlocked it, not because a report is done. */
export const tellBackJob = job('tellBack', z.object({ deviceId: z.number().int(), isUnlocked: z.boolean() }))

/** Who used a machine in so many days is told of it. */
const usedDays = 30
const dayMs = 24 * 60 * 60 * 1000

const mostTold = 200

type User = { id: number; firstName: string }

/** Members who use the machine now or did lately, the last ones first. */
const listUsers = async (ctx: Ctx, { deviceId, before }: { deviceId: number; before: Date }): Promise<User[]> =>
  ctx.db
    .selectFrom('interlock_sessions as s')
    .innerJoin('members as m', 'm.id', 's.member_id')
    .select(['m.id', 'm.first_name as firstName'])
    .where('s.device_id', '=', deviceId)
    .where('s.started_at', '<=', before)
    .where((is) =>
      is.or([is('s.ended_at', 'is', null), is('s.ended_at', '>', new Date(before.getTime() - usedDays * dayMs))]),
    )
    .where('m.closed_at', 'is', null)
    .where('m.email_verified_at', 'is not', null)
    .groupBy(['m.id', 'm.first_name'])
    .orderBy(sql`max(s.started_at)`, 'desc')
    .limit(mostTold)
    .execute()

/** Has the users of a machine told, unless an unfinished report has told them already. */
export const tellUnsafe = async (
  work: Work,
  { reportId, deviceId }: { reportId: number; deviceId: number },
): Promise<void> => {
  const told = await work.tx
    .selectFrom('issue_reports')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('id', '!=', reportId)
    .where('is_unsafe', '=', true)
    .where('state', '!=', 'done')
    .where('told_at', 'is not', null)
    .where('told_back_at', 'is', null)
    .limit(1)
    .execute()
  if (told.length === 0) await addJob(work, tellUnsafeJob, { reportId })
}

const messagesOf = (written: readonly { user: User; mail: WrittenMail }[], replyTo: string) =>
  written.map(({ user, mail }) => ({
    memberId: user.id,
    template: mail.kind,
    mail: mail.mail,
    isSecret: false as const,
    ...(replyTo !== '' && { replyTo }),
  }))

const writeAll = async (users: readonly User[], write: (user: User) => Promise<WrittenMail>) => {
  const written: { user: User; mail: WrittenMail }[] = []
  for (const user of users) written.push({ user, mail: await write(user) })
  return written
}

/** Emails the users of a machine that it was reported as unsafe, once for each report. */
export const emailUnsafe = async (ctx: Ctx, reportId: number): Promise<void> => {
  const report = await ctx.db
    .selectFrom('issue_reports as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .select(['r.title', 'r.reported_at', 'r.reporter_id', 'd.id as device_id', 'd.name', 'd.is_locked_out'])
    .where('r.id', '=', reportId)
    .where('r.told_at', 'is', null)
    .where('r.state', '!=', 'done')
    .executeTakeFirst()
  if (!report) return
  const all = await listUsers(ctx, { deviceId: report.device_id, before: report.reported_at })
  const users = all.filter(({ id }) => id !== report.reporter_id)
  const written = await writeAll(users, (person) =>
    writeMail(ctx, issueMails.unsafe, {
      person,
      machine: report.name,
      machineId: report.device_id,
      title: report.title,
      isLocked: report.is_locked_out,
    }),
  )
  const replyTo = await ctx.settings.get('EMAIL_ADMIN')
  await change(ctx, 'issue.told', async (work) => {
    const noted = await work.tx
      .updateTable('issue_reports')
      .set({ told_at: ctx.now() })
      .where('id', '=', reportId)
      .where('told_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!noted) return unchanged(undefined)
    await queueMessages(work, messagesOf(written, replyTo))
    await addEntries(work, [{ reportId, kind: 'told', text: String(users.length) }])
    return {
      result: undefined,
      subject: { kind: 'issue', id: reportId },
      data: { name: report.title, count: users.length },
      tell: [...issuesChanged, messagesChanged],
    }
  })
}

/** Reports whose members wait to hear that the machine is back. */
const listToldBack = (ctx: Ctx, { deviceId, isUnlocked }: { deviceId: number; isUnlocked: boolean }) =>
  ctx.db
    .selectFrom('issue_reports as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .select(['r.id', 'r.title', 'r.reported_at', 'd.name'])
    .where('d.id', '=', deviceId)
    .where('d.is_locked_out', '=', false)
    .where('d.removed_at', 'is', null)
    .where('r.told_at', 'is not', null)
    .where('r.told_back_at', 'is', null)
    .where((is) => is.or([is('r.state', '=', 'done'), ...(isUnlocked ? [is('r.locked_at', 'is not', null)] : [])]))
    .orderBy('r.id', 'desc')
    .limit(50)
    .execute()

/** An unsafe report that is not done keeps a machine from being called back, unless staff unlocked it. */
const isStillUnsafe = async (ctx: Ctx, deviceId: number): Promise<boolean> => {
  const unfinished = await ctx.db
    .selectFrom('issue_reports')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('is_unsafe', '=', true)
    .where('state', '!=', 'done')
    .limit(1)
    .execute()
  return unfinished.length > 0
}

/** Emails the users of a machine that it is back, once, however many reports there were. */
export const emailBack = async (ctx: Ctx, input: { deviceId: number; isUnlocked: boolean }): Promise<void> => {
  const { deviceId, isUnlocked } = input
  const reports = await listToldBack(ctx, input)
  const [newest] = reports
  const oldest = reports.at(-1)
  if (!newest || !oldest || (!isUnlocked && (await isStillUnsafe(ctx, deviceId)))) return
  const { title, name: machine } = newest
  const users = await listUsers(ctx, { deviceId, before: newest.reported_at })
  const written = await writeAll(users, (person) =>
    writeMail(ctx, issueMails.back, { person, machine, machineId: deviceId, title, isLocked: false }),
  )
  const replyTo = await ctx.settings.get('EMAIL_ADMIN')
  await change(ctx, 'issue.told', async (work) => {
    const noted = await work.tx
      .updateTable('issue_reports')
      .set({ told_back_at: ctx.now() })
      .where(
        'id',
        'in',
        reports.map(({ id }) => id),
      )
      .where('told_back_at', 'is', null)
      .returning('id')
      .execute()
    if (noted.length === 0) return unchanged(undefined)
    await queueMessages(work, messagesOf(written, replyTo))
    await queuePush(work, {
      occasion: 'machineBack',
      memberIds: users.map(({ id }) => id),
      title: `${machine} is back`,
      text: 'It was reported as unsafe. It is checked, and you can use it again.',
      path: pathOfThing(deviceId),
      tag: `machineBack-${deviceId}`,
    })
    await addEntries(
      work,
      noted.map(({ id }) => ({ reportId: id, kind: 'unlocked' })),
    )
    return {
      result: undefined,
      subject: { kind: 'issue', id: newest.id },
      data: { name: title, count: users.length },
      tell: [...issuesChanged, messagesChanged],
    }
  })
}
