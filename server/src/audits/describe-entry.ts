import type { LogEntry, LogKind } from '@spacekeeper/contract/audits.ts'
import { Refusal } from '@spacekeeper/contract/doors.ts'
import { listFacts, wordValue } from './list-facts.ts'
import { groupOf, sayEvent, wordsOf, type StoredEvent } from './rules.ts'
import { wordUse } from './word-use.ts'

/** The tables a member's log is joined from; among entries of one instant, in this order. */
export const sources = { about: 0, deeds: 1, swipes: 2, visits: 3, messages: 4, many: 5, uses: 6 } as const

export type LogRow = {
  source: number
  micros: number
  label: string | null
  ended_at: Date | null
  stored: StoredEvent
}

type Told = Pick<LogEntry, 'kind' | 'outcome' | 'sentence' | 'detail' | 'facts'>

const refusals: Record<Refusal, string> = {
  unknownCard: 'unknown card',
  noCard: 'no card',
  suspended: 'suspended by staff',
  notActive: 'membership not active',
  lockedOut: 'locked for everyone',
  noGrant: 'no grant',
  notSignedIn: 'not signed in on site',
  balanceTooLow: 'balance too low',
  staleList: 'the door had an old list',
  noAnswer: 'the door did not answer',
}

/** Why, as the end of a sentence; nothing where it is not known. */
export const wordRefusal = (value: unknown): string => {
  const refusal = Refusal.safeParse(value)
  return refusal.success ? `, ${refusals[refusal.data]}` : ''
}

const plain = (text: string) => [{ text, memberId: null }]

const tellSwipe = ({ stored }: LogRow): Told => {
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

const tellUse = ({ stored, ended_at }: LogRow): Told => ({
  kind: 'uses',
  outcome: ended_at === null ? 'waiting' : 'fine',
  sentence: plain(stored.deviceName ?? 'A machine'),
  detail: wordUse(stored.data, ended_at !== null),
  facts: [],
})

const tellVisit = ({ stored: { data } }: LogRow): Told => {
  const guests = Number(data['guests'] ?? 0)
  const company = guests === 1 ? 'With 1 guest' : `With ${guests} guests`
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
  kept: { outcome: 'info', word: 'kept here, no mail server' },
  failed: { outcome: 'refused', word: 'could not be sent' },
  cancelled: { outcome: 'info', word: 'stopped before it was sent' },
}
const channels: Record<string, string> = { email: 'Mail', sms: 'SMS' }

const tellMessage = ({ label, stored: { event, data } }: LogRow): Told => {
  const state = states[event] ?? { outcome: 'info' as const, word: event } // the literal is wanted
  const channel = channels[String(data['channel'])] ?? 'Message'
  return {
    kind: 'messages',
    outcome: state.outcome,
    sentence: plain(label ?? ''),
    detail: `${channel} to ${wordValue(data['to']) ?? 'nobody'}, ${state.word}`,
    facts: [],
  }
}

const kindOf = ({ source, stored }: LogRow): LogKind => {
  if (source === sources.deeds) return 'deeds'
  const group = groupOf(stored.event)
  return group === 'cards' || group === 'logins' || group === 'visits' || group === 'messages' ? group : 'changes'
}

const failed = new Set(['account.loginFailed', 'account.passwordRefused'])

const tellEvent = (row: LogRow): Told => ({
  kind: kindOf(row),
  outcome: failed.has(row.stored.event) ? 'refused' : 'info',
  sentence: sayEvent(row.stored),
  detail: '',
  facts: listFacts(row.stored),
})

const tell = (row: LogRow): Told => {
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

/** An entry in one line of plain text. */
export const describeEntry = ({ sentence, detail }: Pick<LogEntry, 'sentence' | 'detail'>): string =>
  detail === '' ? wordsOf(sentence) : `${wordsOf(sentence)}: ${detail}`
