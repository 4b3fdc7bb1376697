import { testEvent, type WebhookKindWord } from '@spacekeeper/contract/webhooks/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type ToldDoing, writeDoing } from './doing-messages.ts'
import { findPeople } from './people.ts'
import { eventFactsOf, kindOf } from './rules.ts'

export const messageIdOf = (uuid: string): string => `msg_${uuid}`

type ToldParty = { kind: string; id: number | null; name?: string; email?: string }

const findEvent = (ctx: Ctx, auditId: number) =>
  ctx.db
    .selectFrom('audit_events')
    .select(['id', 'at', 'event', 'actor_kind', 'actor_id', 'subject_kind', 'subject_id', 'data'])
    .where('id', '=', auditId)
    .executeTakeFirst()

type ToldEvent = NonNullable<Awaited<ReturnType<typeof findEvent>>>

const dataOf = (data: unknown): Record<string, unknown> =>
  typeof data === 'object' && data !== null ? { ...data } : {}

/** Who did it, and which member it is about. Of votes it is not said who cast them. */
const partiesOf = async (ctx: Ctx, input: { row: ToldEvent; kind: WebhookKindWord; hasNames: boolean }) => {
  const { row, kind, hasNames } = input
  const isMember = (party: ToldParty) => party.kind === 'member' && party.id !== null
  const actor: ToldParty = { kind: row.actor_kind, id: kind === 'votes' ? null : row.actor_id }
  const isHidden = kind === 'votes' && row.subject_kind === 'member'
  const subject: ToldParty | null =
    row.subject_kind === null || isHidden ? null : { kind: row.subject_kind, id: row.subject_id }
  const parties = [actor, ...(subject ? [subject] : [])]
  const ids = parties.flatMap((party) => (isMember(party) && party.id !== null ? [party.id] : []))
  const people = await findPeople(ctx, hasNames ? ids : [])
  const named = (party: ToldParty): ToldParty => ({ ...party, ...(isMember(party) && people.get(party.id ?? 0)) })
  return { actor: named(actor), subject: subject && named(subject) }
}

/**
 * The body of a message; null when what it is about is no longer kept. It is read anew for each try, so what was erased
 * meanwhile is not sent.
 */
export const writeMessage = async (
  ctx: Ctx,
  delivery: ToldDoing & { auditId: number | null; createdAt: Date; hasNames: boolean },
): Promise<string | null> => {
  const { auditId, createdAt, hasNames } = delivery
  if (auditId === null && delivery.event !== testEvent) return writeDoing(ctx, delivery)
  if (auditId === null) {
    const data = { text: 'This is a test from Spacekeeper.' }
    return JSON.stringify({ type: testEvent, timestamp: createdAt.toISOString(), data })
  }
  const row = await findEvent(ctx, auditId)
  const kind = row ? kindOf(row.event) : null
  if (!row || kind === null) return null
  const parties = await partiesOf(ctx, { row, kind, hasNames })
  const data = { eventId: row.id, kind, ...parties, facts: eventFactsOf(kind, dataOf(row.data)) }
  return JSON.stringify({ type: row.event, timestamp: row.at.toISOString(), data })
}
