import type { Refusal } from '@spacekeeper/contract/doors.ts'
import type { SmsOccasion } from '@spacekeeper/contract/messages.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { textMemberJob } from '../messages/text-member-job.ts'

const occasions: Partial<Record<Refusal, SmsOccasion>> = {
  notActive: 'inactive_swipe',
  suspended: 'inactive_swipe',
  lockedOut: 'locked_out_swipe',
}

type Refused = { memberId: number | null; deviceId: number; refusal: Refusal | null }

const addText = async (ctx: Ctx, { memberId, deviceId, refusal }: Refused) => {
  const occasion = refusal === null ? undefined : occasions[refusal]
  if (memberId === null || occasion === undefined || !(await ctx.settings.get('SMS_ENABLE'))) return
  await record(ctx, async (tx) => ({ result: await addJob(tx, textMemberJob, { memberId, occasion, deviceId }) }))
}

/** Tells a member by text message why his card was refused. The door has its answer by then and waits for nothing here. */
export const textRefused = (ctx: Ctx, refused: Refused): void => {
  addText(ctx, refused).catch((error: unknown) => ctx.log.warn({ err: error }, 'a refused swipe was not texted'))
}
