import { z } from 'zod'
import { channel } from '../live/channel.ts'

/**
 * A member or their sessions have changed, so every process drops them from its caller cache. Sent by every command that
 * ends sessions or changes a member's state, administrator flag, permissions or verification.
 */
export const callers = channel('callers', z.object({ memberId: z.number() }), { isHeardAtOnce: true })
