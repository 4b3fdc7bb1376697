import type { Ctx } from '#platform/ctx.ts'
import { eraseAuditDetails } from '#platform/db/audit-erasure.ts'
import { record } from '#platform/db/change.ts'
import { forgetSuspensions } from '../members/erasure.ts'
import { forgetMessages } from '../messages/retention.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Until then staff can still resend the last mail or read what it said. */
const messageDays = 30

/** The same as in the rule of the database that allows it. */
const auditDays = 90

const suspensionDays = 3 * 365

/** Forgets what is kept of closed accounts for a limited time. */
export const forgetClosedAccounts = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const before = (days: number) => new Date(ctx.now().getTime() - days * dayMs)
    const closedBefore = async (days: number) => {
      const rows = await tx.selectFrom('members').select('id').where('closed_at', '<', before(days)).execute()
      return rows.map(({ id }) => id)
    }
    await forgetMessages(tx, { memberIds: await closedBefore(messageDays), isWaitingToo: true })
    await eraseAuditDetails(tx, await closedBefore(auditDays))
    await forgetSuspensions(tx, before(suspensionDays))
    return { result: undefined }
  })
