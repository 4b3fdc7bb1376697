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

/** For a field with a rule of its own; how it stands that nothing was put into may be another than of a text. */
export const requiredBy = (rule: z.ZodType, nothing: unknown = ''): { required: boolean } => ({
  required: !rule.safeParse(nothing).success,
})

/** For a group of boxes, of which none has to be ticked by itself. */
export const groupRequiredBy = (rule: z.ZodType): { 'data-required': true | undefined } => ({
  'data-required': requiredBy(rule, []).required || undefined,
})
