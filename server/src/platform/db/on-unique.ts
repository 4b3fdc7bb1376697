import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import pg from 'pg'
import { AppError, badField } from '../http/app-error.ts'

/** What the caller is told when something is taken: an error, bad input in a field, or an error that takes a look first. */
export type UniqueClash = ErrorCode | { field: string; message: string } | (() => Promise<AppError>)

const uniqueViolation = '23505'

export const isUniqueViolation = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code === uniqueViolation

const refusalOf = (clash: UniqueClash): Promise<AppError> | AppError => {
  if (typeof clash === 'function') return clash()
  return typeof clash === 'string' ? new AppError(clash) : badField(clash.field, clash.message)
}

/**
 * Runs a write and turns a violation of these unique indexes into an error for the caller. The database alone decides
 * who was first, so nothing is checked beforehand. Other errors stay as they are.
 */
export const onUnique = async <T>(
  clashes: Readonly<Record<string, UniqueClash>>,
  run: () => Promise<T>,
): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    const clash = isUniqueViolation(error) ? clashes[error.constraint ?? ''] : undefined
    throw clash === undefined ? error : await refusalOf(clash)
  }
}
