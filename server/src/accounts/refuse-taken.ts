import type { ErrorCode } from '@spacekeeper/contract/errors.ts'
import pg from 'pg'
import { AppError } from '#platform/http/app-error.ts'

const codes: Record<string, ErrorCode> = { members_email: 'emailTaken', members_screen_name: 'screenNameTaken' }

/** The database alone decides who was first; this says in our words whose address or name it refused. */
export const refuseTaken = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run()
  } catch (error) {
    const code = error instanceof pg.DatabaseError && error.code === '23505' && codes[error.constraint ?? '']
    throw code ? new AppError(code) : error
  }
}
