import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import type { HealthCheck, HealthFinding } from '#platform/health-check.ts'
import { mailFailure } from '#platform/mail/mail-failure.ts'
import { mailerTo } from '#platform/mail/mailer.ts'
import { findSender } from '#platform/mail/sender.ts'
import { findSmsAccount } from '#platform/sms/sms-account.ts'
import { findMailProblems } from './messages.ts'
import { sendMessageJob } from './outbox.ts'

const hourMs = 60 * 60 * 1000
const failedDays = 7
const outbox = '/manage/messages'

const noMailServer: HealthFinding = {
  state: 'attention',
  says: 'There is no mail server, so emails stay in the outbox.',
  todo: 'Set SMTP_URL to the address of your mail server, and restart the portal. The guide “Email and text messages” shows how.',
  to: outbox,
  isToldOnHome: true,
}

/** Greets the server and logs in there, without a mail. */
const findMailServer = async (ctx: Ctx): Promise<HealthFinding> => {
  if (ctx.smtpUrl === undefined) return noMailServer
  const from = await findSender(ctx)
  const mail = {
    id: 'doctor',
    from,
    to: from.address,
    replyTo: undefined,
    subject: 'Doctor',
    text: '',
    html: undefined,
  }
  try {
    await mailerTo(ctx.smtpUrl).rehearse(mail)
    return { state: 'well', says: 'The mail server answers and lets the portal in.' }
  } catch (error) {
    return {
      state: 'wrong',
      says: `The mail server doesn’t work. ${mailFailure(error, ctx.smtpUrl).reason}`,
      todo: 'Put it right, or ask the people who run the mail server. Emails wait in the outbox and are tried again for some hours.',
      to: outbox,
    }
  }
}

const findMailSender = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (ctx.smtpUrl === undefined) return null
  const { address } = await findSender(ctx)
  const problems = await findMailProblems(ctx)
  if (!problems.includes('localSender')) return { state: 'well', says: `Emails come from ${address}.` }
  return {
    state: 'attention',
    says: `Emails come from ${address}, which other mail servers don’t accept.`,
    todo: 'Choose a sender under Settings, or set SITE_URL to the address people open.',
    to: '/manage/settings#EMAIL_DEFAULT_FROM',
  }
}

/** `failedAt`: when the newest of those that failed lately was written. */
export type ChannelFacts = { sentAt: Date | null; failed: number; failedAt: Date | null }

/** Of emails or text messages; `what` is one of them. Messages that failed have a line of their own on the home page. */
export const judgeChannel = ({ sentAt, failed, failedAt }: ChannelFacts, what: string): HealthFinding => {
  if (failedAt !== null && (sentAt === null || failedAt > sentAt))
    return {
      state: 'attention',
      says: `The last ${what} could not be sent. It was written {at}.`,
      at: failedAt,
      todo: 'The outbox shows why. Once that is put right, send the message again from there.',
      to: `${outbox}?state=failed`,
      isToldOnHome: true,
    }
  const others = failed === 0 ? '' : ` ${failed} could not be sent in the last ${failedDays} days.`
  if (sentAt === null) return { state: 'well', says: `No ${what} has been sent yet.${others}` }
  return { state: 'well', says: `The last ${what} was sent {at}.${others}`, at: sentAt }
}

export const judgeWaiting = (oldestAt: Date | null, now: Date): HealthFinding => {
  const waitedMs = oldestAt === null ? 0 : now.getTime() - oldestAt.getTime()
  if (oldestAt === null || waitedMs < hourMs) return { state: 'well', says: 'No message has waited for long.' }
  return {
    state: waitedMs < 6 * hourMs ? 'attention' : 'wrong',
    says: 'The oldest message that still waits to be sent was written {at}.',
    at: oldestAt,
    todo: 'The outbox shows why it waits. Usually the mail server or Twilio refuses it, or the portal was off.',
    to: `${outbox}?state=queued`,
  }
}

const readChannel = async (ctx: Ctx, channel: 'email' | 'sms'): Promise<ChannelFacts> => {
  const since = new Date(ctx.now().getTime() - failedDays * 24 * hourMs)
  const [row] = await readRows(
    ctx,
    sql<ChannelFacts>`select count(*)::int as failed, max(created_at) as "failedAt",
        (select sent_at from messages where channel = ${channel} and state = 'sent' order by id desc limit 1) as "sentAt"
      from messages where channel = ${channel} and state = 'failed' and created_at > ${since}::timestamptz`,
  )
  return row ?? { sentAt: null, failed: 0, failedAt: null }
}

/** Asked of the queue, which is short, and not of all messages there ever were. */
const findWaiting = async (ctx: Ctx) => {
  const [row] = await readRows(
    ctx,
    sql<{ at: Date | null }>`select min(created_at) as at from graphile_worker.jobs
      where task_identifier = ${sendMessageJob.name} and attempts < max_attempts`,
  )
  return judgeWaiting(row?.at ?? null, ctx.now())
}

const findMails = async (ctx: Ctx) =>
  ctx.smtpUrl === undefined ? null : judgeChannel(await readChannel(ctx, 'email'), 'email')

const findTexts = async (ctx: Ctx): Promise<HealthFinding | null> => {
  if (!(await ctx.settings.get('SMS_ENABLE'))) return null
  if ((await findSmsAccount(ctx)) !== null) return judgeChannel(await readChannel(ctx, 'sms'), 'text message')
  return {
    state: 'wrong',
    says: 'Text messages are on, but the account at Twilio or the sender is missing. They stay in the outbox.',
    todo: 'Fill in the account, its token and the sender under Settings, or turn text messages off.',
    to: '/manage/settings#TWILIO_ACCOUNT_SID',
  }
}

const shared = { area: 'messages', pace: 'now', timeoutMs: 5000 } as const
/** A server that is slow to answer is no wrong one. */
const server = { area: 'messages', pace: 'hourly', timeoutMs: 20_000 } as const

export const messageChecks: readonly HealthCheck[] = [
  { ...server, name: 'messages.mailServer', title: 'Mail server', find: findMailServer },
  { ...shared, name: 'messages.sender', title: 'Sender of emails', find: findMailSender },
  { ...shared, name: 'messages.mails', title: 'Emails', find: findMails },
  { ...shared, name: 'messages.waiting', title: 'Waiting messages', find: findWaiting },
  { ...shared, name: 'messages.texts', title: 'Text messages', find: findTexts },
]
