import type { DryRun } from '@spacekeeper/contract/reminders/shapes.ts'
import type { LeftOutReason, ReminderAction } from '@spacekeeper/contract/reminders/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { fullName } from '#platform/shown-name.ts'
import { countryCodeOf, normalisePhone } from '#platform/sms/phone-numbers.ts'
import { type Debt, pagesOfDebts } from './debts.ts'
import { actionFor, dueStep, leftOutBecause } from './rules.ts'
import { listReminderSteps, type StoredStep } from './steps.ts'

/** A step whose day has come for a charge. */
export type DueStep = { debt: Debt; step: StoredStep; channel: 'email' | 'sms'; action: ReminderAction }

/** What is decided for charges: by which steps, on which day, and who can be sent text messages. */
export type ReminderScene = { today: Day; steps: readonly StoredStep[]; isSmsOn: boolean; countryCode: string }

export const openReminderScene = async (ctx: Ctx, today: Day): Promise<ReminderScene> => ({
  today,
  steps: (await listReminderSteps(ctx)).filter(({ isOn }) => isOn),
  isSmsOn: await ctx.settings.get('SMS_ENABLE'),
  countryCode: await countryCodeOf(ctx),
})

type Decision = { due: DueStep } | { leftOut: { debt: Debt; step: StoredStep; reason: LeftOutReason } } | null

/** What is to be done for a charge today; null when no step's day has come. */
export const decide = ({ today, steps, isSmsOn, countryCode }: ReminderScene, debt: Debt): Decision => {
  const step = dueStep(steps, debt, today)
  if (step === null) return null
  const reason = leftOutBecause(debt, { today, offsetDays: step.offsetDays })
  if (reason !== null) return { leftOut: { debt, step, reason } }
  const canText = isSmsOn && normalisePhone(debt.phone, countryCode) !== null
  return {
    due: {
      debt,
      step,
      channel: step.channel === 'sms' && canText ? 'sms' : 'email',
      action: actionFor(step.action, debt),
    },
  }
}

/** Charges due later have no step that could be due today. */
const latestDueDay = ({ today, steps }: ReminderScene): Day =>
  addDays(today, Math.max(0, ...steps.map(({ offsetDays }) => -offsetDays)))

/** Everything that is due on a day, a page after the other, in the order of the days charges were due. */
export const pagesOfDecisions = async function* (ctx: Ctx, scene: ReminderScene) {
  if (scene.steps.length === 0) return
  for await (const debts of pagesOfDebts(ctx, { today: scene.today, dueBy: latestDueDay(scene) })) {
    yield debts.map((debt) => decide(scene, debt)).filter((decision) => decision !== null)
  }
}

/** The day of the next run: today, or tomorrow when today's is over. */
const nextRunDay = async (ctx: Ctx): Promise<Day> => {
  const today = localDay(ctx.now(), await ctx.settings.get('SITE_TIME_ZONE'))
  const run = await ctx.db.selectFrom('reminder_runs').select('day').where('day', '=', today).executeTakeFirst()
  return run ? addDays(today, 1) : today
}

const mostListed = 200

const targetOf = ({ debt, step }: { debt: Debt; step: StoredStep }) => ({
  memberId: debt.memberId,
  memberName: fullName(debt),
  chargeId: debt.chargeId,
  openCents: debt.openCents,
  dueOn: debt.dueOn,
  offsetDays: step.offsetDays,
})

/** What the next run would do, and who would be left out. It only reads. */
export const dryRun = async (ctx: Ctx): Promise<DryRun> => {
  const day = await nextRunDay(ctx)
  const result: DryRun = { day, due: [], dueCount: 0, leftOut: [], leftOutCount: 0 }
  for await (const decisions of pagesOfDecisions(ctx, await openReminderScene(ctx, day))) {
    for (const decision of decisions) {
      if ('due' in decision) {
        const { channel, action } = decision.due
        result.dueCount += 1
        if (result.due.length < mostListed) result.due.push({ ...targetOf(decision.due), channel, action })
      } else {
        const { reason } = decision.leftOut
        result.leftOutCount += 1
        if (result.leftOut.length < mostListed) result.leftOut.push({ ...targetOf(decision.leftOut), reason })
      }
    }
  }
  return result
}
