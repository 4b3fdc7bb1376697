import { z } from 'zod'
import { hasCode } from '#platform/db/has-code.ts'
import { badField } from '#platform/http/app-error.ts'

const uniqueViolation = '23505'
const ConstraintError = z.object({ constraint: z.string() })

/** The database alone decides who was first; this says which name or number is taken. Other errors stay as they are. */
export const explainDeviceClash = (error: unknown, fields: { name: string; serial: string }) => {
  if (!hasCode(error, uniqueViolation)) return error
  const { data } = ConstraintError.safeParse(error)
  return data?.constraint === 'devices_name'
    ? badField(fields.name, 'Another device has this name.')
    : badField(fields.serial, 'Another device has this serial number.')
}
