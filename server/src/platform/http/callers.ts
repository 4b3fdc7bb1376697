import { z } from 'zod'
import { channel } from '../live/channel.ts'

/**
 * Who a member is, or which sessions are his, has changed: whatever is remembered of him is forgotten.
 * Every command tells it that ends sessions or changes his state, his office, his permissions or whether his address is verified.
 */
export const callers = channel('callers', z.object({ memberId: z.number() }), { isHeardAtOnce: true })
