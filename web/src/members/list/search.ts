import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import {
  type GrantableDevice,
  type HoldablePlan,
  MemberFilter,
  MemberListColumn,
} from '@spacekeeper/contract/members/shapes.ts'
import { longestSearch, usualSeenDays } from '@spacekeeper/contract/members/words.ts'
import { z } from 'zod'

const parts = { ...MemberFilter.shape, sort: MemberListColumn.optional(), order: z.enum(['asc', 'desc']).optional() }

/** What the address of the list holds; whatever is left out is not filtered by. */
export type MemberSearch = z.infer<z.ZodObject<typeof parts>>

/** What the space has that the list can be filtered by. */
export type FilterOptions = { devices: readonly GrantableDevice[]; plans: readonly HoldablePlan[] }

const words = (value: unknown) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longestSearch) : ''
  return text === '' ? undefined : text
}

/** Reads the search of an address. What makes no sense is left out, because addresses are typed by hand, too. */
export const readSearch = (given: Record<string, unknown>): MemberSearch => {
  const known = keysOf(parts).map((name) => [name, parts[name].safeParse(given[name]).data])
  const search = Object.fromEntries(known) as MemberSearch // each went through the schema of its name
  const { seen, seenDays = usualSeenDays, deviceId, access = 'granted' } = search
  return {
    ...search,
    text: words(given['text']),
    seenDays: seen === 'within' || seen === 'before' ? seenDays : undefined,
    access: deviceId === undefined ? undefined : access,
  }
}

/** Who is meant, without the order they come in. */
export const filtersOf = ({ sort: _sort, order: _order, ...filters }: MemberSearch): MemberFilter => filters

/** These say more about another filter, or have a place of their own on the page. */
const besides = new Set<keyof MemberFilter>(['text', 'standing', 'seenDays', 'access'])

/** Whether anything but the words searched for and the state narrows the list. */
export const isFiltered = (filters: MemberFilter) =>
  keysOf(MemberFilter.shape).some((name) => !besides.has(name) && filters[name] !== undefined)

/** Whether the list shows fewer than all. */
export const isNarrowed = (filters: MemberFilter) =>
  filters.text !== undefined || filters.standing !== undefined || isFiltered(filters)

/** What changed from one search to another, done to a third one that may have moved on meanwhile. */
export const applyChange = (
  latest: MemberSearch,
  { from, to }: { from: MemberSearch; to: MemberSearch },
): MemberSearch => {
  const changed = keysOf(parts).filter((name) => from[name] !== to[name])
  return { ...latest, ...Object.fromEntries(changed.map((name) => [name, to[name]])) }
}
