import type { Card, CardEvent } from '@spacekeeper/contract/cards.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { getMember } from './queries.ts'

const most = 200
const mostEvents = 1000
const mostShown = 20

const Ended = z.enum(['lost', 'retired'])
/** What the audit keeps of cards: by id, and where the RFID field of the profile replaced one, by number. */
const CardData = z.object({
  cardId: z.number().optional(),
  replaces: z.object({ cardId: z.number(), state: Ended }).optional(),
  changes: z.object({ rfidCard: z.object({ from: z.string().nullable(), to: z.string() }) }).optional(),
})

const words: Record<string, CardEvent['what']> = {
  'card.added': 'added',
  'card.lost': 'lost',
  'card.retired': 'retired',
  'card.restored': 'restored',
  'card.relabelled': 'relabelled',
}

const listEvents = (ctx: Ctx, memberId: number) =>
  ctx.db
    .selectFrom('audit_events as e')
    .leftJoin('members as m', (on) => on.onRef('m.id', '=', 'e.actor_id').on('e.actor_kind', '=', 'member'))
    .select(['e.event', 'e.at', 'e.data', 'm.first_name', 'm.last_name'])
    .where('e.subject_kind', '=', 'member')
    .where('e.subject_id', '=', memberId)
    .where(
      sql<boolean>`(e.event like 'card.%' or e.event = 'member.detailsChanged' and e.data -> 'changes' ? 'rfidCard')`,
    )
    .orderBy('e.id', 'desc')
    .limit(mostEvents)
    .execute()
type Row = Awaited<ReturnType<typeof listEvents>>[number]

/** What an event says of this card; nothing when it is about another. */
const readEvent = (row: Row, card: { id: number; number: string }): CardEvent[] => {
  const { data } = CardData.safeParse(row.data)
  const by = row.first_name === null ? null : `${row.first_name} ${row.last_name}`
  const told = (what: CardEvent['what'] | undefined) => (what ? [{ what, at: row.at.toISOString(), by }] : [])
  if (data?.cardId === card.id) return told(words[row.event])
  if (data?.replaces?.cardId === card.id) return told(data.replaces.state)
  if (data?.changes?.rfidCard.to === card.number) return told('added')
  return data?.changes?.rfidCard.from === card.number ? told('retired') : []
}

/** Those that work first, then those that ended, the newest before the older, each with what happened to it. */
export const listCards = async (ctx: Ctx, memberId: number): Promise<{ cards: Card[] }> => {
  await getMember(ctx, memberId)
  const [rows, events] = await Promise.all([
    ctx.db
      .selectFrom('cards')
      .selectAll()
      .where('member_id', '=', memberId)
      .orderBy(sql`state <> 'active'`)
      .orderBy('id', 'desc')
      .limit(most)
      .execute(),
    listEvents(ctx, memberId),
  ])
  return {
    cards: rows.map((row) => ({
      id: row.id,
      number: row.number,
      label: row.label,
      state: row.state,
      addedAt: row.added_at.toISOString(),
      endedAt: row.ended_at?.toISOString() ?? null,
      history: events.flatMap((event) => readEvent(event, row)).slice(0, mostShown),
    })),
  }
}
