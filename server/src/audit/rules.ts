import { auditEvents } from '@spacekeeper/contract/audit-events.ts'
import type { Piece, AuditEntry } from '@spacekeeper/contract/audit/shapes.ts'
import type { EventWords, EventGroup } from '@spacekeeper/contract/event.ts'
import { type ManyNames, titleOfKey, wordValue, listFacts } from './facts.ts'

/** An event as it is stored, with the names of whom and what it is about. A name is null once its owner is gone. */
export type StoredEvent = {
  id: number
  at: Date
  event: string
  actorKind: string
  actorId: number | null
  actorName: string | null
  subjectKind: string | null
  subjectId: number | null
  subjectName: string | null
  deviceName: string | null
  data: Record<string, unknown>
  /** Of an event about many: whom and which devices, by name; the first twenty members. */
  many?: ManyNames
}

const known: Record<string, EventWords> = auditEvents

/** The names of the events in a group; null for what belongs to none. */
export const namesOf = (group: EventGroup): string[] =>
  Object.entries(known).flatMap(([name, words]) => (words.group === group ? [name] : []))

export const knownNames = Object.keys(known)

/** Events whose words contain a searched text. */
export const namesSaying = (text: string): string[] => {
  const wanted = text.toLowerCase()
  return Object.entries(known).flatMap(([name, { words, self = '', many = '' }]) =>
    `${words} ${self} ${many}`
      .replaceAll(/\{\w+\}/g, ' ')
      .toLowerCase()
      .includes(wanted)
      ? [name]
      : [],
  )
}

const kinds: Record<string, string> = {
  anonymous: 'someone not logged in',
  system: 'the portal',
  member: 'a former member',
  apiKey: 'an API key',
}

const plain = (text: string): Piece => ({ text, memberId: null })

const name = (who: { kind: string | null; id: number | null; name: string | null }): Piece => {
  const { kind, id } = who
  if (kind === null) return plain('an unknown account')
  if (who.name !== null) return { text: who.name, memberId: kind === 'member' ? id : null }
  const word = kinds[kind] ?? `the ${titleOfKey(kind).toLowerCase()}`
  return plain(id === null ? word : `${word} (no. ${id})`)
}

const isSelf = (event: StoredEvent) =>
  event.actorKind === 'member' && event.subjectKind === 'member' && event.actorId === event.subjectId

/** An event without words: `plan.madeCheaper` is read as “plan made cheaper”. */
const fallback = (event: StoredEvent) => {
  const title = titleOfKey(event.event.replaceAll('.', ' ').replaceAll(/([A-Z])/g, ' $1')).toLowerCase()
  const words = title.replaceAll(/\s+/g, ' ')
  return event.subjectKind === null || isSelf(event) ? `{actor}: ${words}` : `{actor}: ${words}, {subject}`
}

export const actorPiece = ({ actorKind, actorId, actorName }: StoredEvent): Piece =>
  name({ kind: actorKind, id: actorId, name: actorName })

/** An event as a sentence in pieces, such as “Ada Lovelace took Front door from Bo Lindqvist”. */
export const sayEvent = (event: StoredEvent): Piece[] => {
  const words = known[event.event]
  const variant = isSelf(event) ? words?.self : event.subjectKind === null ? words?.many : undefined
  const text = variant ?? words?.words ?? fallback(event)
  const actor = actorPiece(event)
  const subject = name({ kind: event.subjectKind, id: event.subjectId, name: event.subjectName })
  const pieces = text.split(/(\{\w+\})/).flatMap((part): Piece[] => {
    const key = /^\{(\w+)\}$/.exec(part)?.[1]
    if (key === undefined) return part === '' ? [] : [plain(part)]
    if (key === 'actor') return [actor]
    if (key === 'subject') return [subject]
    if (key === 'device') return [plain(event.deviceName ?? 'a device')]
    const value = wordValue(event.data[key]) ?? (key === 'count' ? '0' : '')
    return [plain(key === 'key' ? `“${titleOfKey(value)}”` : value)]
  })
  const [first, ...others] = pieces
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...others] : []
}

export const textOfSentence = (sentence: readonly Piece[]): string => sentence.map(({ text }) => text).join('')

export const groupOf = (event: string): EventGroup => known[event]?.group ?? 'other'

export const asEntry = (event: StoredEvent): AuditEntry => ({
  id: event.id,
  at: event.at.toISOString(),
  group: groupOf(event.event),
  sentence: sayEvent(event),
  facts: listFacts(event),
})
