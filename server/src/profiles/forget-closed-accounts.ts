import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { forgetMessages } from '../messages/forget-messages.ts'

const day = 24 * 60 * 60 * 1000
/** Until then somebody can still hand on the last mail, or ask what it said. */
const messageDays = 30
/** The same as in the rule of the database that allows it. */
const auditDays = 90
const suspensionDays = 3 * 365

/** Forgets what was kept for a while of those who closed their accounts. */
export const forgetClosedAccounts = (ctx: Ctx): Promise<void> =>
  record(ctx, async (tx) => {
    const before = (days: number) => new Date(ctx.now().getTime() - days * day)
    const closed = await tx.selectFrom('members').select('id').where('closed_at', '<', before(messageDays)).execute()
    await forgetMessages(tx, { memberIds: closed.map(({ id }) => id), isWaitingToo: true })
    await tx
      .updateTable('audit_events')
      .set({ data: '{"erased": true}' })
      .where('subject_kind', '=', 'member')
      .where('subject_id', 'in', (is) =>
        is.selectFrom('members').select('id').where('closed_at', '<', before(auditDays)),
      )
      .where(sql<boolean>`data <> '{"erased": true}'`)
      .execute()
    await tx
      .updateTable('members')
      .set({ return_marks: [], suspension_reason: '' })
      .where('closed_at', '<', before(suspensionDays))
      .where('suspended_at', 'is not', null)
      .execute()
    return { result: undefined }
  })
