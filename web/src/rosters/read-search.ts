import type { RosterColumn, Standing } from '@spacekeeper/contract/rosters.ts'
import type { SubscriptionState } from '@spacekeeper/contract/members.ts'

/** What the address of the list holds; whatever is left out is not filtered by. */
export type RosterFilters = {
  text?: string | undefined
  standing?: Standing | undefined
  subscription?: SubscriptionState | undefined
  seen?: 'within' | 'before' | 'never' | undefined
  seenDays?: number | undefined
  deviceId?: number | undefined
  access?: 'granted' | 'missing' | undefined
  card?: 'yes' | 'no' | undefined
}
export type RosterSearch = RosterFilters & { sort?: RosterColumn | undefined; order?: 'asc' | 'desc' | undefined }

export const standings = [
  'active',
  'noob',
  'inactive',
  'accountonly',
  'suspended',
] as const satisfies readonly Standing[]
export const subscriptions = ['active', 'cancelling', 'inactive'] as const satisfies readonly SubscriptionState[]
export const columns = [
  'name',
  'screenName',
  'standing',
  'subscription',
  'card',
  'doors',
  'lastSeen',
  'email',
  'phone',
  'plate',
  'firstJoined',
  'registered',
] as const satisfies readonly RosterColumn[]

export const longestText = 100
const defaultDays = 30

const oneOf = <T extends string>(value: unknown, known: readonly T[]) => known.find((one) => one === value)
const whole = (value: unknown, most: number) => {
  const number = Number(value)
  return Number.isInteger(number) && number >= 1 && number <= most ? number : undefined
}
const words = (value: unknown) => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).slice(0, longestText) : ''
  return text === '' ? undefined : text
}

/** Reads an address that anybody may have typed: what makes no sense is left out. */
export const readSearch = (given: Record<string, unknown>): RosterSearch => {
  const seen = oneOf(given['seen'], ['within', 'before', 'never'])
  const deviceId = whole(given['deviceId'], 2_147_483_647)
  return {
    text: words(given['text']),
    standing: oneOf(given['standing'], standings),
    subscription: oneOf(given['subscription'], subscriptions),
    seen,
    seenDays: seen === 'within' || seen === 'before' ? (whole(given['seenDays'], 3650) ?? defaultDays) : undefined,
    deviceId,
    access: deviceId === undefined ? undefined : (oneOf(given['access'], ['granted', 'missing']) ?? 'granted'),
    card: oneOf(given['card'], ['yes', 'no']),
    sort: oneOf(given['sort'], columns),
    order: oneOf(given['order'], ['asc', 'desc']),
  }
}

/** Who is meant, without the order they come in. */
export const filtersOf = ({ sort: _sort, order: _order, ...filters }: RosterSearch): RosterFilters => filters

/** Whether anything but the words searched for and the state narrows the list. */
export const isFiltered = ({ seen, deviceId, card, subscription }: RosterFilters) =>
  seen !== undefined || deviceId !== undefined || card !== undefined || subscription !== undefined

/** Whether the list shows fewer than all. */
export const isNarrowed = (filters: RosterFilters) =>
  filters.text !== undefined || filters.standing !== undefined || isFiltered(filters)

/** What changed from one search to another, done to a third one that may have moved on meanwhile. */
export const applyChange = (
  latest: RosterSearch,
  { from, to }: { from: RosterSearch; to: RosterSearch },
): RosterSearch => {
  const names = Object.keys({ ...from, ...to }) as (keyof RosterSearch)[] // Object.keys loses the literal names
  const changed = names.filter((name) => from[name] !== to[name])
  return { ...latest, ...Object.fromEntries(changed.map((name) => [name, to[name]])) }
}
