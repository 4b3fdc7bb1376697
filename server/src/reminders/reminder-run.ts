import { maxTextMessage } from '@spacekeeper/contract/reminders/shapes.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type ChangePart, change, record, type Work, unchanged } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { addDays, localDay } from '#platform/local-day.ts'
import { writeMail } from '#platform/mail/mail-template.ts'
import type { RenderedMail } from '#platform/mail/mail.ts'
import { changeBilling } from '../billing/billing-work.ts'
import { lockPayer } from '../billing/subscription-row.ts'
import { endAccess } from '../billing/subscriptions/access-end.ts'
import { endSubscription } from '../billing/subscriptions/subscriptions.ts'
import { messagesChanged, queueMessages, queueSms } from '../messages/outbox.ts'
import { queuePush } from '../push/notices.ts'
import { findDebts, placeholderWords } from './debts.ts'
import { decide, type DueStep, openReminderScene, pagesOfDecisions, type ReminderScene } from './due-reminders.ts'
import { reminderMail } from './mails.ts'
import { cutText, fillTemplate, isTimeToRemind } from './rules.ts'

/** A step with the message it sends, and the sentence of a notification. */
type WrittenStep = { due: DueStep; text: string; mail: RenderedMail | null; sentence: string }

/** What a step says to the member of a charge. */
const writeStep = async (ctx: Ctx, scene: ReminderScene, due: DueStep): Promise<WrittenStep> => {
  const { debt, step, channel, action } = due
  const settings = await ctx.settings.all()
  const accessEndsOn = action === 'none' ? debt.accessEndsOn : scene.today
  const words = placeholderWords(settings, { ...debt, accessEndsOn })
  const text = fillTemplate(step.text, words)
  const sentence = fillTemplate('{plan}: due on {due}.', words)
  if (channel === 'sms') return { due, text: cutText(text, maxTextMessage), mail: null, sentence }
  // A text message that goes as an email has no subject of its own.
  const subject = fillTemplate(step.subject || '{amount} for {plan}', words)
  const { mail } = await writeMail(ctx, reminderMail, { person: debt, subject, text })
  return { due, text, mail, sentence }
}

/** Puts what was written into the outbox. */
const queueAll = async (work: Work, written: readonly WrittenStep[]): Promise<void> => {
  const replyTo = await work.ctx.settings.get('EMAIL_ADMIN')
  const messages = written.flatMap(
    ({ due: { debt }, mail }) =>
      mail === null
        ? []
        : {
            memberId: debt.memberId,
            replyTo,
            template: reminderMail.kind,
            mail,
            isSecret: false as const,
          }, // its literal is wanted
  )
  await queueMessages(work, messages)
  for (const { due, text, mail } of written) {
    if (mail !== null) continue
    await queueSms(work, { sms: { memberId: due.debt.memberId, kind: reminderMail.kind, text } })
  }
  for (const { due, sentence } of written) {
    const { memberId, chargeId } = due.debt
    const facts = { title: 'Payment reminder', text: sentence, path: '/account/membership-plan' } as const // a path is wanted
    const tag = `charge-${chargeId}`
    await queuePush(work, { occasion: 'payments', memberIds: [memberId], tag, ...facts })
  }
}

/** Notes steps as done, each once; those that another process was faster with are left out. */
const noteDone = async ({ tx, now }: Work, written: readonly WrittenStep[]): Promise<WrittenStep[]> => {
  if (written.length === 0) return []
  const rows = await tx
    .insertInto('reminders_done')
    .values(
      written.map(({ due: { debt, step, action } }) => ({
        charge_id: debt.chargeId,
        step_id: step.id,
        at: now,
        offset_days: step.offsetDays,
        action,
      })),
    )
    .onConflict((on) => on.doNothing())
    .returning(['charge_id'])
    .execute()
  const noted = new Set(rows.map(({ charge_id: id }) => id))
  return written.filter(({ due }) => noted.has(due.debt.chargeId))
}

/** Locks who owes, in the order of their numbers, as payments do; then nothing of theirs changes until the end. */
const lockPayers = async ({ tx }: Work, memberIds: readonly number[]): Promise<void> => {
  await sql`select id from members where id = any(${memberIds}::int[]) order by id for no key update`.execute(tx)
}

/** What was written and is still to be sent, asked again under the lock: paid, paused or changed since, it is not. */
const stillDue = async (
  work: Work,
  { scene, written }: { scene: ReminderScene; written: readonly WrittenStep[] },
): Promise<WrittenStep[]> => {
  const chargeIds = written.map(({ due }) => due.debt.chargeId)
  const debts = await findDebts(work, { chargeIds, today: scene.today })
  const fresh = new Map(debts.map((debt) => [debt.chargeId, debt]))
  return written.filter(({ due }) => {
    const debt = fresh.get(due.debt.chargeId)
    const decision = debt && decide(scene, debt)
    return (
      decision && 'due' in decision && decision.due.step.id === due.step.id && debt.openCents === due.debt.openCents
    )
  })
}

const partOf = ({ due: { debt, step, channel } }: WrittenStep): ChangePart => ({
  event: 'reminders.sent',
  subject: { kind: 'member', id: debt.memberId },
  data: { chargeId: debt.chargeId, stepId: step.id, offsetDays: step.offsetDays, channel, openCents: debt.openCents },
})

type Batch = { ctx: Ctx; scene: ReminderScene; written: readonly WrittenStep[] }

/** Sends the messages of a batch in one transaction. How many went out. */
const sendBatch = ({ ctx, scene, written }: Batch): Promise<number> =>
  change(ctx, 'reminders.sent', async (work) => {
    await lockPayers(
      work,
      written.map(({ due }) => due.debt.memberId),
    )
    const sent = await noteDone(work, await stillDue(work, { scene, written }))
    await queueAll(work, sent)
    const [first, ...also] = sent.map(partOf)
    return first ? { ...first, result: sent.length, also, tell: [messagesChanged] } : unchanged(0)
  })

const endedEvents = { endAccess: 'reminders.accessEnded', endMembership: 'reminders.membershipEnded' } as const

/** A step that takes something away, by itself. */
const actOne = ({ ctx, scene, written }: Batch): Promise<number> =>
  changeBilling(ctx, 'reminders.sent', async (work) => {
    const memberId = written[0]?.due.debt.memberId ?? 0
    await lockPayer(work, memberId)
    const [done] = await noteDone(work, await stillDue(work, { scene, written }))
    if (!done) return 0
    const { action, step, debt } = done.due
    work.parts.push({ ...partOf(done), tell: [messagesChanged] })
    if (action !== 'none') {
      const data = { chargeId: debt.chargeId, stepId: step.id, unpaid: step.unpaid }
      work.parts.push({ event: endedEvents[action], subject: { kind: 'member', id: memberId }, data })
    }
    if (action === 'endAccess') await endAccess(work, memberId)
    if (action === 'endMembership') {
      await endSubscription(work, { memberId, reason: 'unpaid', keepsDebt: step.unpaid === 'keep' })
    }
    await queueAll(work, [done])
    return 1
  })

const together = 100

const inBatches = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size))

/** Messages together, what takes something away one by one; one that fails is tried the next day. */
const doSteps = async (ctx: Ctx, scene: ReminderScene, due: readonly DueStep[]) => {
  const batches = [
    ...inBatches(
      due.filter(({ action }) => action === 'none'),
      together,
    ).map((steps) => ({ steps, run: sendBatch })),
    ...due.filter(({ action }) => action !== 'none').map((step) => ({ steps: [step], run: actOne })),
  ]
  const counts = { done: 0, failed: 0 }
  for (const { steps, run } of batches) {
    try {
      const written: WrittenStep[] = []
      for (const one of steps) written.push(await writeStep(ctx, scene, one))
      counts.done += await run({ ctx, scene, written })
    } catch (error) {
      ctx.log.error({ err: error, charges: steps.map(({ debt }) => debt.chargeId) }, 'reminders failed')
      counts.failed += steps.length
    }
  }
  return counts
}

/** Goes through all that is due today, once a day, in the hours in which members are written to. */
export const runReminders = async (ctx: Ctx): Promise<void> => {
  const zone = await ctx.settings.get('SITE_TIME_ZONE')
  const today = localDay(ctx.now(), zone)
  if (!isTimeToRemind(ctx.now(), zone)) return
  const before = await ctx.db.selectFrom('reminder_runs').select('day').where('day', '=', today).executeTakeFirst()
  if (before) return
  const scene = await openReminderScene(ctx, today)
  const counts = { done: 0, left_out: 0, failed: 0 }
  for await (const decisions of pagesOfDecisions(ctx, scene)) {
    const due = decisions.flatMap((decision) => ('due' in decision ? [decision.due] : []))
    const { done, failed } = await doSteps(ctx, scene, due)
    counts.done += done
    counts.failed += failed
    counts.left_out += decisions.length - due.length
  }
  await record(ctx, async ({ tx }) => {
    await tx
      .insertInto('reminder_runs')
      .values({ day: today, finished_at: ctx.now(), ...counts })
      .onConflict((on) => on.doNothing())
      .execute()
    // What a run came to is shown for a while; that each step is done once stands beside its charge.
    await tx.deleteFrom('reminder_runs').where('day', '<', addDays(today, -400)).execute()
    return { result: undefined, tell: [screens.notice({ topic: 'billing', audience: { staff: ['money'] } })] }
  })
  ctx.log.info({ day: today, ...counts }, 'reminders went out')
}
