import { z } from 'zod'
import { errors } from './error-codes.ts'
import { someKeysOf } from './keys-of.ts'

/** The body of every answer that is not a success. */
export const ErrorBody = z.object({
  code: z.enum(someKeysOf(errors)),
  /** The key existing clients translate; our own code where they know none. */
  message: z.string(),
  /** One English sentence, and more where there is more to say. */
  detail: z.string(),
  /** The sentence that screens show, which therefore need no list of all errors. */
  text: z.string(),
  /** What is wrong with which field: for `badInput`, and for days on which the books are closed. */
  fields: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  retryAfterSeconds: z.number().optional(),
  requestId: z.string(),
  /** Only for `token_not_valid`: which token it is that no longer works, as existing clients read it. */
  messages: z
    .array(
      z.object({
        token_class: z.enum(['AccessToken', 'RefreshToken']),
        token_type: z.enum(['access', 'refresh']),
        message: z.string(),
      }),
    )
    .optional(),
  /** Only for `bumpApiOff` and `hasPlan`: what existing clients read there. */
  success: z.literal(false).optional(),
  error: z.string().optional(),
})

export type ErrorBody = z.infer<typeof ErrorBody>
