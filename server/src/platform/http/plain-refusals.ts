import { type ErrorCode, errors } from '@spacekeeper/contract/error-codes.ts'

/** Existing clients of such routes read one sentence, and know no other status. */
export const plainStatus = 400

/** Whether a route says this as a bare sentence: what was wrong with the input, or stood in its way. */
export const isPlainRefusal = (route: { plainRefusals?: boolean }, code: ErrorCode): boolean =>
  route.plainRefusals === true && (errors[code].status === 400 || errors[code].status === 409)
