import { errors, type ErrorCode } from '@spacekeeper/contract/errors.ts'

export type ErrorFacts = {
  fields?: { field: string; message: string }[]
  retryAfterSeconds?: number
  /** A sentence for whoever reads the answer without our screens; the code's own otherwise. */
  detail?: string
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
