import { fieldErrors } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import type { Problem } from './use-form.ts'

/** The server's words beside the fields this form has; everything else as one sentence. */
export const explain = <Name extends string>(error: unknown, names: readonly Name[]): Problem<Name> => {
  const said = fieldErrors(error)
  const fields: Partial<Record<Name, string>> = {}
  for (const name of names) {
    const message = said[name]
    if (message !== undefined) fields[name] = message
  }
  return Object.keys(fields).length > 0 ? { fields } : { form: errorText(error) }
}
