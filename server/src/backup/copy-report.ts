import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { findFaults } from '../books/checks.ts'
import { verifyLedger } from '../memberbucks/verify.ts'

export type CopyReport = {
  faults: string[]
  entries: number
  sumCents: number
  waitingMessages: number
  waitingJobs: number
}

/** Verifies ledger and books as the command line does. */
export const verifyCopy = async (ctx: Ctx): Promise<CopyReport> => {
  const { entries, sumCents, fault } = await verifyLedger(ctx)
  const ledger = fault === null ? [] : [`The ledger does not add up: the ${fault.what} of member ${fault.memberId}.`]
  const [waiting] = await readRows(
    ctx,
    sql<{ messages: number; jobs: number }>`select
      (select count(*)::int from messages where state = 'queued') as messages,
      (select count(*)::int from graphile_worker._private_jobs) as jobs`,
  )
  return {
    faults: [...ledger, ...(await findFaults(ctx))],
    entries,
    sumCents,
    waitingMessages: waiting?.messages ?? 0,
    waitingJobs: waiting?.jobs ?? 0,
  }
}
