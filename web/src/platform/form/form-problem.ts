import { pastFields, type SpaceClock } from '@spacekeeper/contract/past-fields.ts'
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

/** With the clock of the space also what lies in the past, unless it stood there before. */
export const check = <Parsed>(
  schema: z.ZodType<Parsed>,
  values: FormValues,
  time?: { clock: SpaceClock; before: FormValues },
) => {
  const result = schema.safeParse(values)
  const fields: Record<string, string> = {}
  for (const { path, message } of result.error?.issues ?? []) fields[String(path[0] ?? '')] ??= message
  for (const { field, message } of time ? pastFields(schema, { values, ...time }) : []) fields[field] ??= message
  return result.success && Object.keys(fields).length === 0 ? { parsed: result.data, fields } : { fields }
}

/** Shows a problem and puts the keyboard where it can be mended. */
export const showProblem = (form: HTMLElement | null, show: () => void) => {
  flushSync(show)
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
