import { invalidRequest } from './refusals.ts'
import type { KeptRow, StripeStore } from './store.ts'

const deepest = 4

type ObjectAnswer = Record<string, unknown>
const isAnswer = (value: unknown): value is ObjectAnswer =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const refuse = (path: string) =>
  invalidRequest(`This property cannot be expanded (${path}).`, { param: 'expand', code: 'property_not_expandable' })

/** What an id in an answer stands for. A deleted customer is kept, and stands as one that is deleted. */
const objectOf = (store: StripeStore, value: string, path: string): object => {
  const found = store.findAny(value)
  if (!found) throw refuse(path)
  return found.row
}

/** What is left out of an answer unless it is asked for: refunds of a charge. */
const includedIn = (store: StripeStore, answer: ObjectAnswer, key: string): unknown => {
  const found = typeof answer['id'] === 'string' ? store.findAny(answer['id']) : undefined
  const include = found?.of.included[key]
  // Tables give functions of their own rows; this row was found in that very table.
  return typeof include === 'function'
    ? (include as (row: KeptRow, store: StripeStore) => unknown)(found?.row ?? { id: '' }, store)
    : undefined
}

function expandOne(store: StripeStore, value: unknown, keys: string[], path: string): unknown {
  if (keys.length === 0) return typeof value === 'string' ? objectOf(store, value, path) : value
  const inner = typeof value === 'string' ? objectOf(store, value, path) : value
  if (inner === null || inner === undefined) return inner
  if (Array.isArray(inner)) return inner.map((item: unknown) => expandOne(store, item, keys, path))
  if (!isAnswer(inner)) throw refuse(path)
  const [key = '', ...rest] = keys
  const child = inner[key] === undefined ? includedIn(store, inner, key) : inner[key]
  if (child === undefined) throw refuse(path)
  // A list of ids (discounts) is expanded each by itself.
  if (rest.length === 0 && Array.isArray(child))
    return { ...inner, [key]: child.map((item: unknown) => expandOne(store, item, [], path)) }
  return { ...inner, [key]: expandOne(store, child, rest, path) }
}

/** The answer with ids replaced by what they stand for, along each path: `latest_charge.balance_transaction`. */
export function expand(store: StripeStore, answer: object, paths: readonly string[]): object {
  let expanded: unknown = answer
  for (const path of paths) {
    const keys = path.split('.')
    if (keys.length > deepest)
      throw invalidRequest(`You cannot expand more than ${deepest} levels of a property.`, { param: 'expand' })
    expanded = expandOne(store, expanded, keys, path)
  }
  return isAnswer(expanded) ? expanded : answer
}
