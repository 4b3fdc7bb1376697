// On its own: the ledger, machines and vending machines add it, and another domain does it.
import { z } from 'zod'
import type { Work } from '#platform/db/change.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import { job } from '#platform/jobs/job.ts'

/**
 * A balance fell below what its member lets it top itself up from, or did not cover what they wanted (`isShort`). Who
 * takes the money handles it, later: neither a booking nor a device waits for it.
 */
export const balanceLowJob = job('balanceLow', z.object({ memberId: z.number().int(), isShort: z.boolean() }))

/** A member could not pay for what they wanted. Where they let their balance top itself up, it is asked to. */
export const askForTopUp = async (work: Work, memberId: number): Promise<void> => {
  const order = await work.tx
    .selectFrom('automatic_top_ups')
    .select('member_id')
    .where('member_id', '=', memberId)
    .where('is_on', '=', true)
    .executeTakeFirst()
  if (order) await addJob(work, balanceLowJob, { memberId, isShort: true }, { key: `balanceShort:${memberId}` })
}
