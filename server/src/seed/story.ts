import type { change } from '#platform/db/change.ts'
import type { Database } from '#platform/db/database.gen.ts'
import type { SeededRow } from './bulk-rows.ts'

type AuditName = Parameters<typeof change>[1]

/** Who did it: a member, or the portal itself. */
type Doer = number | 'system' | 'device' | 'anonymous'

export type StoredMovement = {
  at: Date
  memberId: number
  amountCents: number
  type: Database['ledger_entries']['type']
  source: Database['ledger_entries']['source']
  contraAccount: Database['ledger_entries']['contra_account']
  description: string
  by: Doer
  deviceId: number | null
  key: string | null
  reverses: StoredMovement | null
}

type StoryEvent = {
  at: Date
  event: AuditName
  by: Doer
  subject?: { kind: string; id: number }
  data?: Record<string, unknown>
}

type StoryPurchase = Omit<SeededRow<'purchases'>, 'id' | 'ledger_entry_id'> & { movement: StoredMovement }
type StoryUse = Omit<SeededRow<'interlock_sessions'>, 'ledger_entry_id'> & { movement: StoredMovement | null }

/** What happened, in any order. It becomes rows once everything is told. */
export const createStory = () => {
  const balances = new Map<number, number>()
  const movements: StoredMovement[] = []
  const balanceOf = (memberId: number) => balances.get(memberId) ?? 0
  return {
    swipes: [] as Omit<SeededRow<'swipes'>, 'id'>[], // filled below; an empty list has no type of its own
    visits: [] as Omit<SeededRow<'visits'>, 'id'>[], // as above
    uses: [] as StoryUse[], // as above
    purchases: [] as StoryPurchase[], // as above
    events: [] as StoryEvent[], // as above
    movements,
    balanceOf,
    /** Movements of one member are told in the order they happened. */
    move: (movement: StoredMovement): StoredMovement => {
      balances.set(movement.memberId, balanceOf(movement.memberId) + movement.amountCents)
      movements.push(movement)
      return movement
    },
  }
}

export type Story = ReturnType<typeof createStory>

const byTime = <T>(rows: readonly T[], at: (row: T) => Date | string): T[] =>
  rows.toSorted((a, b) => new Date(at(a)).getTime() - new Date(at(b)).getTime())

const actorOf = (by: Doer) =>
  typeof by === 'number' ? { actor_kind: 'member' as const, actor_id: by } : { actor_kind: by, actor_id: null }

/** The rows of a story, in the order of time as if they had been written one by one, numbered from these on. */
export const rowsOfStory = (story: Story, { firstEntryId }: { firstEntryId: number }) => {
  const movements = byTime(story.movements, ({ at }) => at)
  const idOf = new Map(movements.map((movement, at) => [movement, firstEntryId + at]))
  const entryId = (movement: StoredMovement | null) => (movement === null ? null : (idOf.get(movement) ?? null))
  return {
    swipes: byTime(story.swipes, ({ swiped_at: at }) => at),
    visits: byTime(story.visits, ({ signed_in_at: at }) => at),
    ledger_entries: movements.map((movement) => ({
      id: entryId(movement) ?? 0,
      member_id: movement.memberId,
      at: movement.at,
      amount_cents: movement.amountCents,
      // A trigger sets it.
      balance_cents: 0,
      type: movement.type,
      source: movement.source,
      contra_account: movement.contraAccount,
      description: movement.description,
      ...actorOf(movement.by),
      ...(movement.by === 'device' && { actor_id: movement.deviceId }),
      device_id: movement.deviceId,
      reverses_id: entryId(movement.reverses),
      idempotency_key: movement.key,
    })),
    interlock_sessions: byTime(story.uses, ({ started_at: at }) => at).map(({ movement, ...use }) => ({
      ...use,
      ledger_entry_id: entryId(movement),
    })),
    purchases: byTime(story.purchases, ({ purchased_at: at }) => at).map(({ movement, ...purchase }) => ({
      ...purchase,
      ledger_entry_id: entryId(movement) ?? 0,
    })),
    audit_events: byTime(story.events, ({ at }) => at).map(({ at, event, by, subject, data }) => ({
      at,
      event,
      ...actorOf(by),
      subject_kind: subject?.kind ?? null,
      subject_id: subject?.id ?? null,
      data: data ?? {},
    })),
  }
}
