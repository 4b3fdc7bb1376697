import { invalidRequest } from './refusals.ts'
import type { KeptRow } from './store.ts'

export type StripeList<Row> = { object: 'list'; data: Row[]; has_more: boolean; url: string }
type PageParams = { limit?: number; starting_after?: string; ending_before?: string }
type RangeParam = number | { gt?: number; gte?: number; lt?: number; lte?: number }

const usual = 10
const most = 100

/** Whether a time lies in what a list was asked for. */
export const isInRange = (value: number | null, range: RangeParam | undefined): boolean => {
  if (range === undefined) return true
  if (value === null) return false
  if (typeof range === 'number') return value === range
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = range
  return value > gt && value >= gte && value < lt && value <= lte
}

const placeOf = (rows: readonly KeptRow[], id: string, param: string): number => {
  const at = rows.findIndex((row) => row.id === id)
  if (at >= 0) return at
  throw invalidRequest(`No such object: '${id}'`, { param, code: 'resource_missing' })
}

/** One page of rows that are given newest first. */
export const pageOf = <Row extends KeptRow>(rows: readonly Row[], params: PageParams, url: string): StripeList<Row> => {
  const { limit = usual, starting_after: after, ending_before: before } = params
  if (limit < 1 || limit > most)
    throw invalidRequest(
      limit < 1
        ? 'Invalid integer: must be greater than or equal to 1'
        : 'This value must be less than or equal to 100.',
      { param: 'limit', code: 'parameter_invalid_integer' },
    )
  if (after !== undefined && before !== undefined)
    throw invalidRequest('You may only specify one of these parameters: starting_after, ending_before.')
  if (before !== undefined) {
    const end = placeOf(rows, before, 'ending_before')
    const start = Math.max(0, end - limit)
    return { object: 'list', data: rows.slice(start, end), has_more: start > 0, url }
  }
  const start = after === undefined ? 0 : placeOf(rows, after, 'starting_after') + 1
  return { object: 'list', data: rows.slice(start, start + limit), has_more: rows.length > start + limit, url }
}

/** All there is, as lists stand inside other objects. */
export const wholeList = <Row>(data: Row[], url: string): StripeList<Row> => ({
  object: 'list',
  data,
  has_more: false,
  url,
})
