import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'

/**
 * `offline`: the portal could not be reached. `badAnswer`: its answer was not what the contract says, so page and server
 * differ in version. `noAnswer`: none came in time, `givenUp`: the reader would not wait for it. `unknownOutcome`: any of
 * these of a write, which may be stored nevertheless, `unknownRepeatable`: of one that is done once, however often it is sent.
 */
export type ApiErrorCode =
  | ErrorCode
  | 'offline'
  | 'badAnswer'
  | 'noAnswer'
  | 'givenUp'
  | 'unknownOutcome'
  | 'unknownRepeatable'

type FieldError = { field: string; message: string }
type ApiErrorFacts = {
  code: ApiErrorCode
  status: number
  /** The portal's own sentence about it. */
  text?: string | undefined
  fields?: FieldError[] | undefined
  retryAfterSeconds?: number | undefined
  requestId?: string | undefined
  cause?: unknown
}

/** What a failed call throws: a real Error, so that it keeps its stack. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  /** Null where the portal said nothing. */
  readonly text: string | null
  readonly fields: FieldError[]
  readonly retryAfterSeconds: number | null
  readonly requestId: string | null

  constructor(facts: ApiErrorFacts) {
    super(facts.code, { cause: facts.cause })
    this.name = 'ApiError'
    this.code = facts.code
    this.status = facts.status
    this.text = facts.text ?? null
    this.fields = facts.fields ?? []
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null
    this.requestId = facts.requestId ?? null
  }
}

/** Messages by field name, for forms. */
export const fieldErrors = (error: unknown): Record<string, string> =>
  error instanceof ApiError ? Object.fromEntries(error.fields.map(({ field, message }) => [field, message])) : {}

export const hasCode = (error: unknown, code: ApiErrorCode) => error instanceof ApiError && error.code === code

/** Whether a write may be stored or not. */
export const isOutcomeUnknown = (error: unknown) =>
  hasCode(error, 'unknownOutcome') || hasCode(error, 'unknownRepeatable')
