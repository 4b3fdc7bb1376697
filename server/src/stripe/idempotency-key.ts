// On its own: every write at Stripe takes its name from here.
import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/ctx.ts'

/**
 * Names a write at Stripe after what it is for, so that asked for again, also after a crash, it is not done twice. Two
 * portals with one account, such as a trial and the real one, have different names.
 */
export const idempotencyKey = ({ secretKey }: Pick<Ctx, 'secretKey'>, ...parts: readonly (string | number)[]) =>
  [createHash('sha256').update('stripe-portal').update(secretKey).digest('hex').slice(0, 10), ...parts].join('-')
