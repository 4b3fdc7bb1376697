import { auditEvents } from '@spacekeeper/contract/audit-events.ts'
import type { Fact } from '@spacekeeper/contract/audit/shapes.ts'
import type { EventWords } from '@spacekeeper/contract/event.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { settings } from '@spacekeeper/contract/index.ts'
import { memberFieldNames, memberFields } from '@spacekeeper/contract/members/fields.ts'
import { MemberState } from '@spacekeeper/contract/members/shapes.ts'
import type { Setting } from '@spacekeeper/contract/setting.ts'
import { z } from 'zod'

const Change = z.object({ from: z.unknown(), to: z.unknown() })

const Changes = z.record(z.string(), Change)

const Value = z.union([z.string(), z.array(z.string())])

const Pair = z.object({ from: Value, to: Value })

const names: Record<string, string> = {
  ...Object.fromEntries(memberFieldNames.map((name) => [name, memberFields[name].label])),
  ...Object.fromEntries(Object.entries(settings).map(([key, { title }]) => [key, title])),
  rfidCard: 'Card',
  address: 'From address',
  guests: 'Guests',
  ended: 'Sessions ended',
  from: 'Was',
  to: 'Wanted',
  granted: 'Doors granted',
  prefix: 'Key begins with',
}

const states: Record<MemberState, string> = {
  noob: 'New',
  active: 'Active',
  inactive: 'Inactive',
  accountonly: 'Account only',
}

/** `firstName` and `SITE_NAME` as people write it. */
export const titleOfKey = (key: string): string => {
  const known = names[key]
  if (known !== undefined) return known
  const words = (key === key.toUpperCase() ? key : key.replaceAll(/([A-Z])/g, ' $1')).toLowerCase().replaceAll('_', ' ')
  const title = words.trim()
  return title.charAt(0).toUpperCase() + title.slice(1)
}

const longest = 300

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest)}…` : text)

/** A value in words, never as JSON; null is nothing. */
export const wordValue = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string' || typeof value === 'number') return cut(String(value))
  if (Array.isArray(value)) {
    const isPlain = value.every((entry) => typeof entry !== 'object')
    if (isPlain) return cut(value.map((entry) => wordValue(entry) ?? '').join(', ')) || null
    return sayCount(value.length, { one: '1 entry', other: '{count} entries' })
  }
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const word = wordValue(part)
    return word === null ? [] : [`${titleOfKey(key)}: ${word}`]
  })
  return cut(parts.join(', ')) || null
}

/** No command writes one of these; should one ever do so, it is not shown either. */
const isSecret = (key: string) => /password|token|secret|hash/i.test(key)

const notShown = 'not shown'

/** The value of a key in words; what is in cents is money. */
const word = (key: string, value: unknown) => {
  if (isSecret(key)) return notShown
  return key.endsWith('Cents') && typeof value === 'number' ? (value / 100).toFixed(2) : wordValue(value)
}

const titleOfValue = (key: string) => titleOfKey(key.replace(/Cents$/, ''))

const change = (key: string, { from, to }: { from?: unknown; to?: unknown }): Fact => ({
  name: titleOfValue(key),
  isChange: true,
  from: word(key, from),
  to: word(key, to),
})

const stateWord = (value: z.infer<typeof Value>) => {
  const state = MemberState.safeParse(value)
  return state.success ? states[state.data] : value
}

const known: Record<string, EventWords> = auditEvents

/** What `from` and `to` are of. Null where nothing has changed yet, as when a member only asks for another address. */
const pairName = (event: string) => {
  if (event === 'member.permissionsSet') return 'permissions'
  return known[event]?.group === 'standing' ? 'state' : null
}

const knownSettings: Record<string, Setting> = settings

/**
 * What a setting was and is; where an event does not say, its default was in force, or is again. A secret has neither in
 * its event, so only that it changed is known.
 */
const settingFacts = (data: Record<string, unknown>): Fact[] => {
  if (!('value' in data || 'before' in data)) return []
  const usual = knownSettings[String(data['key'])]?.default
  return [change('value', { from: data['before'] ?? usual, to: data['value'] ?? usual })]
}

/** What the sentence says already, and numbers that tell people nothing. */
const untold = new Set(['number', 'changes', 'key', 'value', 'before', 'reverses', 'count', 'memberIds', 'revoked'])

const isTold = (key: string, value: unknown) =>
  untold.has(key) || key.endsWith('Id') || (key === 'granted' && Array.isArray(value))

const plainFact = (key: string, value: unknown): Fact | null => {
  const to = word(key, value)
  return to === null ? null : { name: titleOfValue(key), isChange: false, from: null, to }
}

export type ManyNames = { members: string | null; granted: string | null; revoked: string | null }

type EventDetails = { event: string; data: Record<string, unknown>; many?: ManyNames }

const manyFacts = ({ data, many }: EventDetails): Fact[] => {
  if (!many) return []
  const [named, count] = [many.members?.split(', ').length ?? 0, Number(data['count'] ?? 0)]
  const members = many.members !== null && count > named ? `${many.members} and ${count - named} more` : many.members
  const facts: [string, string | null][] = [
    ['Given', many.granted],
    ['Taken away', many.revoked],
    ['Members', members],
  ]
  return facts.flatMap(([name, to]) => (to === null ? [] : [{ name, isChange: false, from: null, to }]))
}

/** What an event says besides its sentence. */
export const listFacts = ({ event, data, many }: EventDetails): Fact[] => {
  if (event.startsWith('setting.')) return settingFacts(data)
  const changes = Changes.safeParse(data['changes'])
  const pair = Pair.safeParse(data)
  const name = pair.success ? pairName(event) : null
  const facts = manyFacts({ event, data, ...(many && { many }) })
  if (changes.success) for (const [field, values] of Object.entries(changes.data)) facts.push(change(field, values))
  if (pair.success && name !== null) {
    facts.push(change(name, { from: stateWord(pair.data.from), to: stateWord(pair.data.to) }))
  }
  for (const [key, value] of Object.entries(data)) {
    if (isTold(key, value) || (name !== null && (key === 'from' || key === 'to'))) continue
    const fact = plainFact(key, value)
    if (fact) facts.push(fact)
  }
  return facts
}

/** So many rows of a log go into one file. */
export const mostExported = 20_000

/** Facts in one cell of a table: "First name: Bo → Bodil; From address: 10.0.0.7". */
export const writeFacts = (facts: readonly Fact[]): string =>
  facts
    .map(({ name, isChange, from, to }) =>
      isChange ? `${name}: ${from ?? 'nothing'} → ${to ?? 'nothing'}` : `${name}: ${to ?? 'nothing'}`,
    )
    .join('; ')
