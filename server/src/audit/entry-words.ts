import { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import type { LogEntry, LogKind } from '@spacekeeper/contract/audit/shapes.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { wordValue, listFacts } from './facts.ts'
import { type StoredEvent, groupOf, sayEvent, textOfSentence } from './rules.ts'

/** The tables a member's log is joined from; among entries of one instant, in this order. */
export const sources = { about: 0, deeds: 1, swipes: 2, visits: 3, messages: 4, many: 5, uses: 6 } as const

export type LogRow = {
  source: number
  micros: number
  label: string | null
  ended_at: Date | null
  stored: StoredEvent
}

type LogEntryFacts = Pick<LogEntry, 'kind' | 'outcome' | 'sentence' | 'detail' | 'facts'>

/** Why, as the end of a sentence; nothing where it is not known. */
export const wordRefusal = (value: unknown): string => {
  const refusal = Refusal.safeParse(value)
  return refusal.success ? `, ${refusals[refusal.data].words}` : ''
}

const plain = (text: string) => [{ text, memberId: null }]

const tellSwipe = ({ stored }: LogRow): LogEntryFacts => {
  const { data, deviceName, event } = stored
  const why = wordRefusal(data['refusal'])
  const card = wordValue(data['card'])
  const by = card === null ? '' : ` with card ${card}`
  return {
    kind: 'swipes',
    outcome: event === 'granted' ? 'fine' : event === 'lockedOut' ? 'locked' : 'refused',
    sentence: plain(deviceName ?? 'A door'),
    detail: event === 'granted' ? `Opened${by}` : `Refused${why}`,
    facts: [],
  }
}

const tellUse = ({ stored, ended_at }: LogRow): LogEntryFacts => ({
  kind: 'uses',
  outcome: ended_at === null ? 'waiting' : 'fine',
  sentence: plain(stored.deviceName ?? 'A machine'),
  detail: wordUse(stored.data, ended_at !== null),
  facts: [],
})

const tellVisit = ({ stored: { data } }: LogRow): LogEntryFacts => {
  const guests = Number(data['guests'] ?? 0)
  const company = sayCount(guests, { one: 'With 1 guest', other: 'With {count} guests' })
  return {
    kind: 'visits',
    outcome: 'fine',
    sentence: plain('Signed in on site'),
    detail: guests === 0 ? '' : company,
    facts: [],
  }
}

const states: Record<string, { outcome: LogEntry['outcome']; word: string }> = {
  queued: { outcome: 'waiting', word: 'waiting to be sent' },
  sent: { outcome: 'fine', word: 'sent' },
  kept: { outcome: 'info', word: 'not sent: no mail server' },
  failed: { outcome: 'refused', word: 'could not be sent' },
  cancelled: { outcome: 'info', word: 'stopped before it was sent' },
}

const channels: Record<string, string> = { email: 'Email', sms: 'Text message' }

const tellMessage = ({ label, stored: { event, data } }: LogRow): LogEntryFacts => {
  const state = states[event] ?? { outcome: 'info' as const, word: event } // the literal is wanted
  const channel = channels[String(data['channel'])] ?? 'Message'
  return {
    kind: 'messages',
    outcome: state.outcome,
    sentence: plain(label ?? ''),
    detail: `${channel} to ${wordValue(data['to']) ?? 'no one'}, ${state.word}`,
    facts: [],
  }
}

const kindOf = ({ source, stored }: LogRow): LogKind => {
  if (source === sources.deeds) return 'deeds'
  const group = groupOf(stored.event)
  return group === 'cards' || group === 'logins' || group === 'visits' || group === 'messages' ? group : 'changes'
}

const failed = new Set(['account.loginFailed', 'account.passwordRefused'])

const tellEvent = (row: LogRow): LogEntryFacts => ({
  kind: kindOf(row),
  outcome: failed.has(row.stored.event) ? 'refused' : 'info',
  sentence: sayEvent(row.stored),
  detail: '',
  facts: listFacts(row.stored),
})

const tell = (row: LogRow): LogEntryFacts => {
  if (row.source === sources.swipes) return tellSwipe(row)
  if (row.source === sources.visits) return tellVisit(row)
  if (row.source === sources.uses) return tellUse(row)
  if (row.source === sources.messages) return tellMessage(row)
  return tellEvent(row)
}

export const asLogEntry = (row: LogRow): LogEntry => ({
  ...tell(row),
  cursor: `${row.micros}~${row.source}~${row.stored.id}`,
  at: row.stored.at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

/** An entry in one line of plain text. A message is quoted whole, after what became of it. */
export const describeEntry = (entry: Pick<LogEntry, 'sentence' | 'detail'> & { kind?: string }): string => {
  const { kind, sentence, detail } = entry
  const words = textOfSentence(sentence)
  if (detail === '') return words
  return kind === 'messages' ? `${detail}: “${words}”` : `${words}: ${detail}`
}

const endings: Record<string, string> = {
  card: 'ended with a card',
  device: 'ended at the machine',
  newSession: 'ended by the next use',
  lost: 'ended because the machine fell silent',
  maxDuration: 'ended at the longest time allowed',
  lockedOut: 'ended because the machine was locked',
}

/** What became of the use of a machine: how long, how much energy, what it cost, and what ended it. */
export const wordUse = (data: Record<string, unknown>, isOver: boolean): string => {
  const minutes = Math.round(Number(data['seconds'] ?? 0) / 60)
  const parts = [
    minutes < 1 ? 'Less than a minute' : `${minutes} min`,
    ...(Number(data['mwh'] ?? 0) > 0 ? [`${(Number(data['mwh']) / 1_000_000).toFixed(2)} kWh`] : []),
    ...(Number(data['cents'] ?? 0) > 0 ? [`cost ${(Number(data['cents']) / 100).toFixed(2)}`] : []),
    ...(data['review'] === 'waiting' ? ['cost being checked by staff'] : []),
    ...(isOver ? [endings[String(data['reason'])] ?? 'ended'] : ['still in use']),
  ]
  return parts.join(', ')
}
