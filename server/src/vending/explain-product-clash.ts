import { hasCode } from '#platform/db/has-code.ts'
import { badField } from '#platform/http/app-error.ts'

const uniqueViolation = '23505'

/** The database alone decides who was first. Other errors stay as they are. */
export const explainProductClash = (error: unknown) =>
  hasCode(error, uniqueViolation) ? badField('externalId', 'Machines call another product so.') : error
