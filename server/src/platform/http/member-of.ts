import type { Actor, WorkCtx } from '../ctx.ts'
import { AppError } from './app-error.ts'

/** The member who calls. For routes that only people may call. */
export const memberOf = (ctx: WorkCtx): Actor & { kind: 'member' } => {
  if (ctx.actor.kind !== 'member') throw new AppError('notSignedIn')
  return ctx.actor
}
