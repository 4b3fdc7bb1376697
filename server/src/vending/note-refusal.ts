import type { Refusal } from '@spacekeeper/contract/doors.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { storeSwipe } from '../doors/record-swipe.ts'
import { mailLowBalanceJob } from './mail-low-balance-job.ts'

type Refused = {
  deviceId: number
  card: string
  memberId: number | null
  refusal: Refusal
  /** What was asked for, where that was too much. */
  amountCents?: number
}

/** Keeps as a swipe why a card got nothing at a machine, and has whoever had too little told. */
export const noteRefusal = (ctx: Ctx, { amountCents, ...refused }: Refused): Promise<void> =>
  record(ctx, async (tx) => {
    const { deviceId, memberId, refusal } = refused
    const outcome = refusal === 'lockedOut' ? 'lockedOut' : 'refused'
    await tx.executeQuery(storeSwipe({ ...refused, outcome, now: ctx.now() }))
    if (refusal === 'balanceTooLow' && memberId !== null && amountCents !== undefined) {
      // However often the card is held to the machine, one job waits.
      await addJob(tx, mailLowBalanceJob, { memberId, deviceId, amountCents }, { key: `lowBalance:${memberId}` })
    }
    return { result: undefined }
  })
