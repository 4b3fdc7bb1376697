import type { z } from 'zod'
import { check, type FormValues } from './form-problem.ts'

/** How a field stands that nothing was put into, by what was in it at first. */
const emptied = (value: unknown) => {
  if (typeof value === 'boolean') return false
  if (Array.isArray(value)) return []
  return value === null || value === undefined ? value : ''
}

type FormState = { values: FormValues; initial: FormValues }

/** Whether the rules of a form refuse it when this field is left empty, as the other fields are now. */
export const isRequiredField = (rules: z.ZodType, name: string, { values, initial }: FormState): boolean =>
  check(rules, { ...values, [name]: emptied(initial[name]) }).fields[name] !== undefined

/** Of a text field with a rule of its own. */
export const requiredBy = (rule: z.ZodType): { required: boolean } => ({ required: !rule.safeParse('').success })
