import type { QuorumKind } from '@spacekeeper/contract/meetings/attendance-words.ts'

export type QuorumRule = {
  kind: QuorumKind
  number: number
  percent: number
  committee: number
  countsProxies: boolean
}

/** How many have to be there; null where there is no quorum. A share of the roll is rounded up to whole members. */
export const neededFor = (rule: QuorumRule, onRoll: number): number | null => {
  if (rule.kind === 'none') return null
  if (rule.kind === 'number') return Math.max(1, rule.number)
  if (rule.kind === 'committee') return Math.max(1, rule.committee + rule.number)
  return Math.max(1, Math.ceil((onRoll * rule.percent) / 100))
}

/** A member at the meeting from one instant to another; null: still there. */
export type Stay = { memberId: number; from: Date; to: Date | null }

/** A proxy that was accepted, until it ended. */
export type AcceptedProxy = { principalId: number; holderId: number; from: Date; to: Date | null }

export type QuorumFacts = {
  stays: readonly Stay[]
  proxies: readonly AcceptedProxy[]
  roll: ReadonlySet<number>
  rule: QuorumRule
  /** Null before the meeting was opened: who is there is counted, and no history kept. */
  openedAt: Date | null
  /** Closing makes everyone leave, which loses no quorum. */
  closedAt: Date | null
}

export type QuorumCount = { present: number; represented: number; guests: number; isReached: boolean }

export type CountedChange = QuorumCount & { at: Date }

export type QuorumHistory = QuorumCount & { needed: number | null; changes: CountedChange[] }

/** Who is in the room at an instant, as it is played from one to the next. */
type MeetingRoom = { here: Map<number, number>; onRoll: number; proxies: Set<AcceptedProxy> }

type RoomEdge = { ms: number; pass: (room: MeetingRoom) => void }

/** A member who leaves and returns in the same millisecond is counted twice for a moment, and once again after it. */
const step = (
  room: MeetingRoom,
  { memberId, by, roll }: { memberId: number; by: 1 | -1; roll: ReadonlySet<number> },
) => {
  const before = room.here.get(memberId) ?? 0
  const after = before + by
  if (after === 0) room.here.delete(memberId)
  else room.here.set(memberId, after)
  if (roll.has(memberId)) room.onRoll += Number(after > 0) - Number(before > 0)
}

/** Every coming and going, of members and of proxies, in the order they happened. */
const edgesOf = ({ stays, proxies, roll }: QuorumFacts): RoomEdge[] => {
  const ofStays = stays.flatMap(({ memberId, from, to }): RoomEdge[] => [
    { ms: from.getTime(), pass: (room) => step(room, { memberId, by: 1, roll }) },
    ...(to ? [{ ms: to.getTime(), pass: (room: MeetingRoom) => step(room, { memberId, by: -1, roll }) }] : []),
  ])
  const lasting = proxies.filter(({ from, to }) => to === null || to > from)
  const ofProxies = lasting.flatMap((proxy): RoomEdge[] => [
    { ms: proxy.from.getTime(), pass: (room) => void room.proxies.add(proxy) },
    ...(proxy.to ? [{ ms: proxy.to.getTime(), pass: (room: MeetingRoom) => void room.proxies.delete(proxy) }] : []),
  ])
  return [...ofStays, ...ofProxies].toSorted((one, other) => one.ms - other.ms)
}

/** Who counts. A proxy counts while its holder is there and its principal is not. */
const countRoom = (
  room: MeetingRoom,
  { facts, needed }: { facts: QuorumFacts; needed: number | null },
): QuorumCount => {
  const { roll, rule } = facts
  const isCounted = ({ holderId, principalId }: AcceptedProxy) =>
    room.here.has(holderId) && roll.has(principalId) && !room.here.has(principalId)
  const principals = new Set([...room.proxies].filter(isCounted).map(({ principalId }) => principalId))
  const counted = room.onRoll + (rule.countsProxies ? principals.size : 0)
  return {
    present: room.onRoll,
    represented: principals.size,
    guests: room.here.size - room.onRoll,
    isReached: needed === null || counted >= needed,
  }
}

/** The count at the opening and after whatever happened later, up to the closing. What happens at one instant is one. */
const countsOf = (facts: QuorumFacts, needed: number | null): CountedChange[] => {
  const from = facts.openedAt?.getTime() ?? 0
  const until = facts.closedAt?.getTime() ?? Number.POSITIVE_INFINITY
  const edges = edgesOf(facts).filter(({ ms }) => ms < until)
  const later = edges.map(({ ms }) => ms).filter((ms) => ms > from)
  const points = [...new Set([...(facts.openedAt === null ? [] : [from]), ...later])]
  const room: MeetingRoom = { here: new Map(), onRoll: 0, proxies: new Set() }
  let next = 0
  return points.map((point) => {
    for (let edge = edges[next]; edge && edge.ms <= point; edge = edges[next]) {
      edge.pass(room)
      next += 1
    }
    return { at: new Date(point), ...countRoom(room, { facts, needed }) }
  })
}

/**
 * Who counts now (at the end, of a meeting that is over), and when the quorum was reached and lost since the opening.
 * Worked out from who came, left and was represented, so that undoing a wrong tick undoes what it did to the quorum.
 */
export const quorumHistory = (facts: QuorumFacts): QuorumHistory => {
  const needed = neededFor(facts.rule, facts.roll.size)
  const counts = countsOf(facts, needed)
  const last = counts.at(-1)
  const none: QuorumCount = { present: 0, represented: 0, guests: 0, isReached: needed === null }
  const changes =
    facts.openedAt === null ? [] : counts.filter((count, index) => count.isReached !== counts[index - 1]?.isReached)
  const { present, represented, guests, isReached } = last ?? none
  return { present, represented, guests, isReached, needed, changes: needed === null ? [] : changes }
}
