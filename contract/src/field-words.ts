import type { z } from 'zod'
import { numberFormat, sayCount, textLanguage } from './formatters.ts'

/** Messages of the specification, §5, word for word, that no field has to repeat. */
export const ruleMessages = {
  email: 'Please enter a valid email.',
  empty: 'This field cannot be empty.',
  tooLong: 'Must be less than 30 characters.',
} as const

/** With its thousands apart: the schemas know no space, so no region. */
const inFull = (value: number | bigint, style: Intl.NumberFormatOptions = {}) =>
  numberFormat(textLanguage, style).format(value)

const sayMost = (most: string) => `Sorry, the maximum is ${most}.`

/** The sentence about a number beyond the greatest. */
export const tooMuch = (most: number | bigint): string => sayMost(inFull(most))

/** The same of money, in units of the currency. */
export const tooMuchMoney = (cents: number): string =>
  sayMost(inFull(cents / 100, { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 }))

type RawIssue = z.core.$ZodRawIssue
type IssueOf<Code extends RawIssue['code']> = Extract<RawIssue, { code: Code }>

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  date: 'a date',
  array: 'a list',
  tuple: 'a list',
  set: 'a list',
  object: 'a group of fields',
  record: 'a group of fields',
  null: 'null',
  file: 'a file',
}

const formats: Readonly<Record<string, string>> = {
  url: 'an address such as https://example.org',
  date: 'a day such as 2026-12-31',
  time: 'a time such as 18:30',
  datetime: 'a date and time such as 2026-12-31T18:30:00Z',
  uuid: 'an id of 36 letters, digits and hyphens',
  base64: 'base64',
  base64url: 'base64url',
  ipv4: 'an IPv4 address such as 192.168.1.20',
  ipv6: 'an IPv6 address such as 2001:db8::1',
}

/** More would be a list to scroll through. */
const mostNamed = 20

/** Signs and spaces could not be told from the sentence around them. */
const nameOf = (value: unknown) => (/^[\w./-]*\w$/.test(String(value)) ? String(value) : `“${String(value)}”`)

const choiceWords = (values: readonly unknown[]) => {
  const names = values.filter((value) => value !== '').map(nameOf)
  if (names.length > mostNamed) return 'Must be one of the choices offered.'
  if (names.length === 0) return 'Must be empty.'
  return `Must be ${names.length === 1 ? '' : 'one of '}${names.join(', ')}.`
}

const counted = (count: number | bigint, one: 'character' | 'entry') =>
  sayCount(
    Number(count),
    {
      character: { one: '{count} character', other: '{count} characters' },
      entry: { one: '{count} entry', other: '{count} entries' },
    }[one],
  )

const bigWords = ({ origin, maximum, inclusive = true }: IssueOf<'too_big'>) => {
  if (origin === 'string')
    return maximum === 30 ? ruleMessages.tooLong : `Must be at most ${counted(maximum, 'character')}.`
  if (origin === 'array' || origin === 'set') return `Must be at most ${counted(maximum, 'entry')}.`
  return inclusive ? tooMuch(maximum) : `Must be less than ${inFull(maximum)}.`
}

const smallWords = ({ origin, minimum, inclusive = true }: IssueOf<'too_small'>) => {
  const isOne = minimum === 1
  if (origin === 'string') return isOne ? ruleMessages.empty : `Must be at least ${counted(minimum, 'character')}.`
  if (origin === 'array' || origin === 'set')
    return isOne ? 'Choose at least one.' : `Must be at least ${counted(minimum, 'entry')}.`
  return `Must be ${inclusive ? 'at least' : 'more than'} ${inFull(minimum)}.`
}

const typeOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'invalid_type' && issue.path.length === 0 ? types[issue.expected] : undefined

/** The fault of the one shape, of several, whose type the value has; otherwise all types that it may have. */
const unionWords = ({ errors, options }: IssueOf<'invalid_union'> & { options?: readonly unknown[] }) => {
  if (options && options.length > 0) return choiceWords(options)
  const nearest = errors.find(([first]) => first && typeOf(first) === undefined)?.[0]
  if (nearest) return nearest.message
  const all = new Set(errors.flatMap(([first]) => (first && typeOf(first)) ?? []))
  return all.size > 0 ? `Must be ${[...all].join(' or ')}.` : undefined
}

const isNothing = (input: unknown) => input === undefined || input === null || input === ''

const wordsOf = (issue: RawIssue): string | undefined => {
  switch (issue.code) {
    case 'unrecognized_keys':
      return 'This field is not known here.'
    case 'too_big':
      return bigWords(issue)
    case 'too_small':
      return smallWords(issue)
    case 'invalid_format':
      if (issue.format === 'email') return ruleMessages.email
      return formats[issue.format] && `Must be ${formats[issue.format]}.`
    case 'not_multiple_of':
      return `Must be a multiple of ${issue.divisor}.`
    case 'invalid_type':
      return types[issue.expected] && `Must be ${types[issue.expected]}.`
    case 'invalid_value':
      return choiceWords(issue.values)
    case 'invalid_union':
      return unionWords(issue)
    case 'invalid_key':
    case 'invalid_element':
      return issue.issues[0]?.message
    default:
      return undefined
  }
}

/** Words for a value of another kind, where a field has better ones; all else it says like every field. */
export const ofKind = (words: string) => ({
  error: ({ code }: RawIssue) => (code === 'invalid_type' ? words : undefined),
})

/**
 * Puts a fault that the validation library found into words for people, where its schema has none of its own. The library
 * is told to ask for them where a process begins: `server/src/platform/http/parse-input.ts` and `web/src/platform/api/rules-settings.ts`.
 */
export const describeIssue = (issue: RawIssue): string =>
  (isNothing(issue.input) && issue.code !== 'custom' ? ruleMessages.empty : wordsOf(issue)) ??
  'This can’t be right. Please check it.'
