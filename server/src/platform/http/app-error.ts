import { errors, type ErrorCode } from '@spacekeeper/contract/error-codes.ts'

export type ErrorFacts = {
  fields?: { field: string; message: string }[]
  retryAfterSeconds?: number
  /** A sentence about this case; the code's own otherwise. */
  detail?: string
  /** Of `token_not_valid`: the access token, unless this says otherwise. */
  isRefreshToken?: boolean
}

/** An error the caller is told by its code. Anything else that is thrown is a fault of ours. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly facts: ErrorFacts

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    super(code)
    this.name = 'AppError'
    this.code = code
    this.status = errors[code].status
    this.facts = facts
  }
}

/** Bad input in one field. */
export const badField = (field: string, message: string) => new AppError('badInput', { fields: [{ field, message }] })

/** What went wrong in a sentence or two, without the names of fields. */
export const errorWords = ({ code, facts }: AppError): string =>
  facts.fields?.map(({ message }) => message).join(' ') ?? facts.detail ?? errors[code].text

/** What went wrong, for the command line. */
export const sentenceOf = ({ code, facts }: AppError): string =>
  facts.fields?.map(({ field, message }) => `${field}: ${message}`).join('\n') ?? errors[code].text
