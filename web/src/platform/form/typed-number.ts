import { tooMuch } from '@spacekeeper/contract/field-words.ts'
import { z } from 'zod'

type NumberReading = {
  /** Reads the text; null for no number. */
  read: (text: string) => unknown
  /** Says what to type instead of what is no number. */
  words: () => string
  /** The number an empty field stands for, where it may be empty. */
  empty?: unknown
  /** How many of what is stored one of what is typed is. */
  unit?: number
}

const isRead = (value: unknown) => [value].flat().every((part) => part !== null)

/** A number or several as they are typed. What is read has to be what the contract takes, which also says why not. */
export const typedNumber = <Out>(rule: z.ZodType<Out>, { read, words, unit = 1, ...typing }: NumberReading) =>
  z.string().transform((text, context) => {
    const isEmpty = text.trim() === '' && 'empty' in typing
    const value = isEmpty ? typing.empty : read(text)
    const result = isEmpty || isRead(value) ? rule.safeParse(value) : undefined
    if (result?.success) return result.data
    const issue = result?.error.issues[0]
    const isInUnits = issue?.code === 'too_big' && unit !== 1
    const message = isInUnits ? tooMuch(Number(issue.maximum) / unit) : (issue?.message ?? words())
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  })
