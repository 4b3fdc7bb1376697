import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { invalidRequest, StripeRefusal } from '../refusals.ts'
import type { FormValue } from './form.ts'
import type { StripeParams } from './param-types.ts'

/**
 * What a parameter may be, in the words of params.gen.json: a string, number or boolean; one of some words (`e`), a
 * list (`a`), any names with equal values (`m`), named fields (`o`) of which some are required (`r`), one of several
 * (`u`), or something that may be emptied (`z`). Numbers point at other nodes.
 */
export type ParamNode =
  | 's'
  | 'n'
  | 'b'
  | { e: string[] }
  | { a: number }
  | { m: number }
  | { o: Record<string, number>; r?: string[] }
  | { u: number[] }
  | { z: number }

type ParamFile = { version: string; roots: Record<string, number>; nodes: ParamNode[] }

let file: ParamFile | undefined
/** Read once, when the first request comes. */
const paramFile = (): ParamFile =>
  // The file is written by generate-params.ts, with this very type.
  (file ??= JSON.parse(readFileSync(join(import.meta.dirname, 'params.gen.json'), 'utf8')) as ParamFile)

/** What names another object, or a currency, is never empty. Of other texts the types do not say whether they may be. */
const named =
  /^(account|charge|currency|customer|invoice|mandate|mode|payment_intent|payment_method|price|subscription|test_clock)$/

/** The version of the library that the file was made of. */
export const paramVersion = () => paramFile().version

const nodeAt = (at: number): ParamNode => paramFile().nodes[at] ?? 's'

const under = (path: string, name: string) => (path === '' ? name : `${path}[${name}]`)
const isMap = (value: FormValue): value is { [name: string]: FormValue } =>
  typeof value === 'object' && !Array.isArray(value)

const oneOf = (words: string[]) =>
  words.length < 2
    ? words.join('')
    : `${words.slice(0, -1).join(', ')}${words.length > 2 ? ',' : ''} or ${words.at(-1)}`

function checkWord(value: FormValue, words: string[], path: string) {
  if (typeof value === 'string' && words.includes(value)) return value
  throw invalidRequest(`Invalid ${path}: must be one of ${oneOf(words)}`, { param: path })
}

function checkNumber(value: FormValue, path: string): number {
  const isFraction = /percent|decimal/.test(path)
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN
  if (Number.isFinite(number) && (isFraction || Number.isInteger(number))) return number
  const given = typeof value === 'string' ? value : JSON.stringify(value)
  throw invalidRequest(`Invalid ${isFraction ? 'decimal' : 'integer'}: ${given}`, {
    param: path,
    code: isFraction ? 'parameter_invalid_decimal' : 'parameter_invalid_integer',
  })
}

function checkObject(value: FormValue, node: { o: Record<string, number>; r?: string[] }, path: string) {
  if (value === '') throw emptied(path)
  if (!isMap(value)) throw invalidRequest('Invalid object', { param: path })
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(node.o, name))
  if (unknown.includes('payment_method_types') && 'allowed_payment_method_types' in node.o)
    throw invalidRequest(
      'The payment_method_types parameter is no longer supported. Use allowed_payment_method_types.',
      {
        param: under(path, 'payment_method_types'),
        code: 'payment_method_types_no_longer_supported',
      },
    )
  if (unknown.length > 0) {
    const names = unknown.map((name) => under(path, name))
    throw invalidRequest(`Received unknown parameter${names.length > 1 ? 's' : ''}: ${names.join(', ')}`, {
      param: names[0] ?? path,
      code: 'parameter_unknown',
    })
  }
  for (const name of node.r ?? [])
    if (value[name] === undefined)
      throw invalidRequest(`Missing required param: ${under(path, name)}.`, {
        param: under(path, name),
        code: 'parameter_missing',
      })
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, check(inner, node.o[name] ?? 0, under(path, name))]),
  )
}

const emptied = (path: string) =>
  invalidRequest(
    `You passed an empty string for '${path}'. We assume empty values are an attempt to unset a parameter; however '${path}' cannot be unset. You should remove '${path}' from your request or supply a non-empty value.`,
    { param: path, code: 'parameter_invalid_empty' },
  )

function checkList(value: FormValue, inner: number, path: string) {
  if (value === '') return []
  const items = Array.isArray(value) ? value : isMap(value) && '0' in value ? Object.values(value) : undefined
  if (!items) throw invalidRequest('Invalid array', { param: path })
  return items.map((item, at) => check(item, inner, `${path}[${at}]`))
}

/** The first that fits; if none does, what the last that looks alike says. */
function checkUnion(value: FormValue, options: number[], path: string): unknown {
  let refusal: unknown
  for (const option of options) {
    try {
      return check(value, option, path)
    } catch (error) {
      if (!(error instanceof StripeRefusal)) throw error
      const isAlike = typeof nodeAt(option) === 'object' && 'o' in Object(nodeAt(option))
      if (refusal === undefined || isAlike === isMap(value)) refusal = error
    }
  }
  throw refusal
}

function checkPlain(value: FormValue, node: 's' | 'n' | 'b', path: string) {
  if (node === 'n') return checkNumber(value, path)
  if (node === 'b') {
    if (value === 'true' || value === 'false') return value === 'true'
    throw invalidRequest(`Invalid boolean: ${JSON.stringify(value)}`, { param: path })
  }
  if (value === '' && named.test(path)) throw emptied(path)
  if (typeof value === 'string') return value
  throw invalidRequest(`Invalid string: ${JSON.stringify(value)}`, { param: path })
}

function check(value: FormValue, at: number, path: string): unknown {
  const node = nodeAt(at)
  if (typeof node === 'string') return checkPlain(value, node, path)
  if ('z' in node) return value === '' ? '' : check(value, node.z, path)
  if ('e' in node) return checkWord(value, node.e, path)
  if ('u' in node) return checkUnion(value, node.u, path)
  if ('a' in node) return checkList(value, node.a, path)
  if ('o' in node) return checkObject(value, node, path)
  if (value === '') return ''
  if (typeof value !== 'object') throw invalidRequest('Invalid object', { param: path })
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, check(inner, node.m, under(path, name))]),
  )
}

/** Reads what was sent by the type of the library that the operation names, or refuses it in Stripe's words. */
export function readParams<Name extends keyof StripeParams>(name: Name, form: FormValue): StripeParams[Name] {
  const root = paramFile().roots[name]
  if (root === undefined) throw new Error(`${name} is not in params.gen.json: run generate-params.ts.`)
  // What passes has the names and kinds of values of that type: the node was made of it.
  return check(form, root, '') as StripeParams[Name]
}
