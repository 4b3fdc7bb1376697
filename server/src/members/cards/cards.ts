import type { CardEvent, Card } from '@spacekeeper/contract/members/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { columns, withTimes } from '#platform/db/columns.ts'
import { AppError } from '#platform/http/app-error.ts'
import { fullNameOf } from '#platform/shown-name.ts'
import { doorLists } from '../../devices/channels.ts'
import { explainClash, refuseDouble } from '../clashes.ts'
import { lockMember, memberNotices } from '../member-row.ts'
import { checkAuthority } from '../roles.ts'
import { getMember } from '../summaries.ts'

const mostCards = 200

const mostEvents = 1000

const mostHistory = 20

const EndedState = z.enum(['lost', 'retired'])

/** What the audit keeps of cards: by id, and where the RFID field of the profile replaced one, by number. */
const CardData = z.object({
  cardId: z.number().optional(),
  replaces: z.object({ cardId: z.number(), state: EndedState }).optional(),
  changes: z.object({ rfidCard: z.object({ from: z.string().nullable(), to: z.string() }) }).optional(),
})

const eventWords: Record<string, CardEvent['what']> = {
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
    .select(['e.event', 'e.at', 'e.data', fullNameOf<string | null>('m').as('by')])
    .where('e.subject_kind', '=', 'member')
    .where('e.subject_id', '=', memberId)
    .where(
      sql<boolean>`(e.event like 'card.%' or e.event = 'member.detailsChanged' and e.data -> 'changes' ? 'rfidCard')`,
    )
    .orderBy('e.id', 'desc')
    .limit(mostEvents)
    .execute()

type CardAuditRow = Awaited<ReturnType<typeof listEvents>>[number]

/** What an audit event says about this card; empty when it is about another. */
const readEvent = (row: CardAuditRow, card: { id: number; number: string }): CardEvent[] => {
  const { data } = CardData.safeParse(row.data)
  const told = (what: CardEvent['what'] | undefined) => (what ? [{ what, at: row.at.toISOString(), by: row.by }] : [])
  if (data?.cardId === card.id) return told(eventWords[row.event])
  if (data?.replaces?.cardId === card.id) return told(data.replaces.state)
  if (data?.changes?.rfidCard.to === card.number) return told('added')
  return data?.changes?.rfidCard.from === card.number ? told('retired') : []
}

type CardDouble = Card['doubles'][number]

/** Working cards with the number of a card `cards` that works. */
const doublesOf = sql<CardDouble[]>`array(
  select json_build_object('memberId', o.member_id, 'number', o.number, 'name', ${fullNameOf('m')})
  from cards o join members m on m.id = o.member_id
  where cards.is_double and cards.state = 'active' and o.plain_number = cards.plain_number and o.state = 'active'
    and o.id <> cards.id)`.as('doubles')

/** The member's cards with their history: active ones first, then those that ended, newest first. */
export const listCards = async (ctx: Ctx, memberId: number): Promise<{ cards: Card[] }> => {
  await getMember(ctx, memberId)
  const [rows, events] = await Promise.all([
    ctx.db
      .selectFrom('cards')
      .select(columns('id, number, label, state, added_at, ended_at'))
      .select(doublesOf)
      .where('member_id', '=', memberId)
      .orderBy(sql`state <> 'active'`)
      .orderBy('id', 'desc')
      .limit(mostCards)
      .execute(),
    listEvents(ctx, memberId),
  ])
  return {
    cards: rows.map((row) => ({
      ...withTimes(row),
      history: events.flatMap((event) => readEvent(event, row)).slice(0, mostHistory),
    })),
  }
}

type CardEnding = { memberId: number; cardId: number; state: 'lost' | 'retired' }

/** Takes a card off every door for good. A retired card can still be reported lost. */
export const endCard = (ctx: Ctx, { memberId, cardId, state }: CardEnding): Promise<void> =>
  change(ctx, `card.${state}`, async (work) => {
    checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(work, memberId) })
    const card = await work.tx
      .selectFrom('cards')
      .select(['number', 'state', 'ended_at'])
      .where('id', '=', cardId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!card) throw new AppError('notFound')
    if (card.state === state || card.state === 'lost') return unchanged(undefined)
    await work.tx
      .updateTable('cards')
      .set({ state, ended_at: card.ended_at ?? ctx.now() })
      .where('id', '=', cardId)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { cardId, number: card.number, from: card.state },
      tell: [
        ...(card.state === 'active' ? [doorLists.notice({ memberIds: [memberId] })] : []),
        ...memberNotices(memberId),
      ],
    }
  })

const findCard = async (ctx: Ctx, input: { memberId: number; cardId: number }) => {
  const card = await ctx.db
    .selectFrom('cards')
    .select('number')
    .where('id', '=', input.cardId)
    .where('member_id', '=', input.memberId)
    .executeTakeFirst()
  if (!card) throw new AppError('notFound')
  return card
}

/** Brings a retired card back, unless another member has its number by now. A lost card stays lost: anyone may hold it. */
export const restoreCard = async (ctx: Ctx, input: { memberId: number; cardId: number }): Promise<void> => {
  const { memberId, cardId } = input
  const { number } = await findCard(ctx, input)
  const run = () =>
    change(ctx, 'card.restored', async (work) => {
      checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(work, memberId) })
      const { state } = await work.tx
        .selectFrom('cards')
        .select('state')
        .where('id', '=', cardId)
        .executeTakeFirstOrThrow()
      if (state === 'lost') throw new AppError('cardLost')
      if (state === 'active') return unchanged(undefined)
      await refuseDouble(work, number)
      await work.tx.updateTable('cards').set({ state: 'active', ended_at: null }).where('id', '=', cardId).execute()
      return {
        result: undefined,
        subject: { kind: 'member', id: memberId },
        data: { cardId, number },
        tell: [doorLists.notice({ memberIds: [memberId] }), ...memberNotices(memberId)],
      }
    })
  await explainClash(ctx, { wanted: { card: number }, run })
}

/** Changes the label that tells a card from the member's others. */
export const updateCardLabel = (ctx: Ctx, input: { memberId: number; cardId: number; label: string }): Promise<void> =>
  change(ctx, 'card.relabelled', async (work) => {
    const { memberId, cardId, label } = input
    checkAuthority(ctx, { tasks: ['cards'], row: await lockMember(work, memberId) })
    const card = await work.tx
      .selectFrom('cards')
      .select(['number', 'label'])
      .where('id', '=', cardId)
      .where('member_id', '=', memberId)
      .executeTakeFirst()
    if (!card) throw new AppError('notFound')
    if (card.label === label) return unchanged(undefined)
    await work.tx.updateTable('cards').set({ label }).where('id', '=', cardId).execute()
    return {
      result: undefined,
      subject: { kind: 'member', id: memberId },
      data: { cardId, number: card.number, from: card.label, to: label },
      tell: memberNotices(memberId),
    }
  })
