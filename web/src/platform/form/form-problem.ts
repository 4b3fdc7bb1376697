import { flushSync } from 'react-dom'
import type { z } from 'zod'

/** Why a form was refused: beside the fields concerned, or as a sentence of its own. */
export type FormProblem<Name extends string = string> = { fields?: Partial<Record<Name, string>>; form?: string }

export type FormValues = Record<string, unknown>

/** What breaks the rules of the schema; nothing is sent. */
export class InvalidForm extends Error {
  readonly fields: Record<string, string>
  constructor(fields: Record<string, string>) {
    super('invalid form')
    this.fields = fields
  }
}

export const check = <Parsed>(schema: z.ZodType<Parsed>, values: FormValues) => {
  const result = schema.safeParse(values)
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) fields[String(path[0] ?? '')] ??= message
  return result.success ? { parsed: result.data, fields } : { fields }
}

/** Shows a problem and puts the keyboard where it can be mended. */
export const showProblem = (form: HTMLElement | null, show: () => void) => {
  flushSync(show)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
