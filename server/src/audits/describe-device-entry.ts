import type { DeviceLogEntry, DeviceLogKind, Piece } from '@spacekeeper/contract/audits.ts'
import { deviceDeeds } from '@spacekeeper/contract/events.ts'
import { wordRefusal } from './describe-entry.ts'
import { listFacts, wordValue } from './list-facts.ts'
import { sayEvent, type StoredEvent } from './rules.ts'
import { wordUse } from './word-use.ts'

/** The tables a device's log is joined from; among entries of one instant, in this order. */
export const deviceSources = { departures: 0, arrivals: 1, events: 2, swipes: 3, uses: 4, purchases: 5 } as const

export type DeviceLogRow = { source: number; micros: number; ended_at: Date | null; stored: StoredEvent }

type Told = Pick<DeviceLogEntry, 'kind' | 'outcome' | 'sentence' | 'detail'> & { awaySince?: string }

const plain = (text: string): Piece[] => [{ text, memberId: null }]
const person = ({ actorId, actorName }: StoredEvent): Piece[] =>
  actorName === null ? plain('Unknown card') : [{ text: actorName, memberId: actorId }]

const tellSwipe = ({ stored }: DeviceLogRow): Told => {
  const { event, data } = stored
  const card = wordValue(data['card'])
  const by = card === null ? '' : ` with card ${card}`
  const why = wordRefusal(data['refusal'])
  return {
    kind: 'uses',
    outcome: event === 'granted' ? 'fine' : event === 'lockedOut' ? 'locked' : 'refused',
    sentence: person(stored),
    detail: event === 'granted' ? `Let in${by}` : `Refused${by}${why}`,
  }
}

const tellUse = ({ stored, ended_at }: DeviceLogRow): Told => ({
  kind: 'uses',
  outcome: ended_at === null ? 'inUse' : 'fine',
  sentence: person(stored),
  detail: wordUse(stored.data, ended_at !== null),
})

const tellPurchase = ({ stored }: DeviceLogRow): Told => {
  const { event, data } = stored
  const amount = (Number(data['cents'] ?? 0) / 100).toFixed(2)
  const product = wordValue(data['product'])
  const what = product === null ? `Bought for ${amount}` : `Bought ${product} for ${amount}`
  return {
    kind: 'uses',
    outcome: 'fine',
    sentence: person(stored),
    detail: event === 'credit' ? `Paid in ${amount}` : what,
  }
}

/** A line that is back this soon is no gap worth drawing. */
const shortestGapMs = 60_000

const tellArrival = ({ stored: { at, data } }: DeviceLogRow): Told => {
  const before = typeof data['before'] === 'string' ? new Date(data['before']) : null
  const isGap = before !== null && at.getTime() - before.getTime() >= shortestGapMs
  const address = wordValue(data['address'])
  return {
    kind: 'connections',
    outcome: 'fine',
    sentence: plain('Connected'),
    detail: address === null ? '' : `From ${address}`,
    ...(isGap && { awaySince: before.toISOString() }),
  }
}

const reasons: Record<string, string> = {
  closed: 'The device or the network ended the line',
  silent: 'Nothing was heard for too long',
  replaced: 'A newer line of the device took its place',
  withdrawn: 'Its key, authorisation or serial number no longer held',
  portal: 'The portal stopped or restarted',
  lost: 'The portal was interrupted; this is when the device was last heard of',
}

const tellDeparture = ({ stored: { data } }: DeviceLogRow): Told => ({
  kind: 'connections',
  outcome: 'offline',
  sentence: plain('Disconnected'),
  detail: reasons[String(data['reason'])] ?? '',
})

const deeds = new Set<string>([...Object.values(deviceDeeds), 'notReached'])
const kindOf = (event: string): DeviceLogKind => (deeds.has(event.split('.')[1] ?? '') ? 'commands' : 'changes')

const tellEvent = ({ stored }: DeviceLogRow): Told => ({
  kind: kindOf(stored.event),
  outcome: stored.event.endsWith('.notReached') ? 'refused' : stored.event === 'device.lockedOut' ? 'locked' : 'info',
  sentence: sayEvent(stored),
  detail: '',
})

const tellers: Record<number, (row: DeviceLogRow) => Told> = {
  [deviceSources.departures]: tellDeparture,
  [deviceSources.arrivals]: tellArrival,
  [deviceSources.swipes]: tellSwipe,
  [deviceSources.uses]: tellUse,
  [deviceSources.purchases]: tellPurchase,
}

export const describeDeviceEntry = (row: DeviceLogRow): DeviceLogEntry => {
  const { awaySince = null, ...told } = (tellers[row.source] ?? tellEvent)(row)
  const { stored } = row
  return {
    ...told,
    cursor: `${row.micros}~${row.source}~${stored.id}`,
    at: stored.at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    facts: row.source === deviceSources.events ? listFacts(stored) : [],
    awaySince,
  }
}
