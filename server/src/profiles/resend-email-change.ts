import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { sendChangeLink } from '../accounts/add-email-change.ts'
import type { Throttle } from '../accounts/create-throttle.ts'
import { findEmailChange } from '../accounts/queries.ts'

/** Mails the link to the new address once more; the one before it ends. */
export const resendEmailChange = async (ctx: Ctx, throttle: Throttle): Promise<void> => {
  const { id } = memberOf(ctx)
  if (!(await findEmailChange(ctx, id))) throw new AppError('notFound')
  await throttle.take(['emailChangesPerAccount', String(id)])
  await record(ctx, async (tx) => ({ result: await sendChangeLink(tx, id) }))
}
