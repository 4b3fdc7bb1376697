import { z } from 'zod'
import type { SmsFailure } from './sms.ts'

/** What the library throws: the answer of the provider, or an error of the line to it, which has no status. */
const Thrown = z.object({
  message: z.string(),
  status: z.number().optional().catch(undefined),
  code: z.union([z.number(), z.string()]).optional().catch(undefined),
})

/** Nothing can be sent to this number: it is none, is no mobile, or its owner asked for no more. */
const aboutNumber = [21211, 21214, 21217, 21610, 21614, 21635]
/** Our sender is not one of this account. */
const aboutAccount = [20003, 21212, 21606, 21608, 21659]

const failureOf = (status: number | undefined, code: number | string | undefined): SmsFailure => {
  if (status === undefined || status >= 500) return 'unreachable'
  if (status === 429) return 'busy'
  if (typeof code === 'number' && aboutNumber.includes(code)) return 'number'
  if (status === 401 || status === 403 || (typeof code === 'number' && aboutAccount.includes(code))) return 'account'
  return 'refused'
}

const maxReasonLength = 500

/** What to make of an error while sending, in the provider's own words. */
export const twilioFailure = (error: unknown): { failure: SmsFailure; reason: string } => {
  const parsed = Thrown.safeParse(error)
  if (!parsed.success) return { failure: 'unreachable', reason: 'unknown error' }
  const { message, status, code } = parsed.data
  const words = (message === '' ? String(code ?? 'no answer') : message).slice(0, maxReasonLength)
  const number = typeof code === 'number' ? ` (${code})` : ''
  return { failure: failureOf(status, code), reason: `${words}${number}` }
}
