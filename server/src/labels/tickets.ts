import { labelsApi } from '@spacekeeper/contract/labels/routes.ts'
import type { Ticket, TicketView } from '@spacekeeper/contract/labels/shapes.ts'
import { mostTickets, type TicketKind, ticketKinds, type TicketList } from '@spacekeeper/contract/labels/words.ts'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { refusePast } from '#platform/http/past-days.ts'
import { screens } from '#platform/live/screens.ts'
import { addDays, type Day, localDay } from '#platform/local-day.ts'
import { type NameFacts, nameColumns } from '#platform/shown-name.ts'
import { namesFor } from '../access/names.ts'
import { lockMember } from '../members/member-row.ts'
import { isTicketOverdue } from './rules.ts'

export const ticketNotices = (memberId: number) => [
  screens.notice({ topic: 'tickets', audience: { memberId } }),
  screens.notice({ topic: 'tickets', audience: { staff: ['members'] } }),
]

/** As the audit and mails call it. */
const ticketName = (number: number) => `ticket ${number}`

export const findTicketDays = async (ctx: Ctx): Promise<{ today: Day; latest: Day }> => {
  const { SITE_TIME_ZONE: zone, LEAVE_TICKET_DAYS: days } = await ctx.settings.all()
  const today = localDay(ctx.now(), zone)
  return { today, latest: addDays(today, days) }
}

type TicketRow = {
  id: number
  kind: string
  what: string
  created_at: Date
  until_on: Day | null
  removed_at: Date | null
}

const kindOf = (stored: string): TicketKind => ticketKinds.find((kind) => kind === stored) ?? 'leave'

const asTicket = (row: TicketRow, today: Day): Ticket => ({
  number: row.id,
  kind: kindOf(row.kind),
  what: row.what,
  createdAt: row.created_at.toISOString(),
  untilOn: row.until_on,
  isOverdue: isTicketOverdue({ untilOn: row.until_on, removedAt: row.removed_at }, today),
  removedAt: row.removed_at?.toISOString() ?? null,
})

/** The caller's tickets that are not removed, those that end first on top. */
export const listOwnTickets = async (ctx: Ctx): Promise<{ tickets: Ticket[]; latestDay: Day }> => {
  const { today, latest } = await findTicketDays(ctx)
  const rows = await ctx.db
    .selectFrom('tickets')
    .select(['id', 'kind', 'what', 'created_at', 'until_on', 'removed_at'])
    .where('member_id', '=', memberOf(ctx).id)
    .where('removed_at', 'is', null)
    .orderBy('until_on', (order) => order.asc().nullsLast())
    .orderBy('id')
    .limit(mostTickets)
    .execute()
  return { tickets: rows.map((row) => asTicket(row, today)), latestDay: latest }
}

const refuseLateDay = async (ctx: Ctx, untilOn: string): Promise<void> => {
  const { latest } = await findTicketDays(ctx)
  if (untilOn > latest) throw badField('untilOn', `Choose a day up to ${latest}.`)
}

/** Writes a ticket for something the caller leaves in the space. */
export const createTicket = async (
  ctx: Ctx,
  { kind, what, untilOn }: { kind: TicketKind; what: string; untilOn: string },
): Promise<{ number: number }> => {
  if (kind !== 'box') await refuseLateDay(ctx, untilOn)
  const memberId = memberOf(ctx).id
  return change(ctx, 'ticket.created', async (work) => {
    await lockMember(work, memberId)
    const { open } = await work.tx
      .selectFrom('tickets')
      .select((is) => is.fn.countAll<number>().as('open'))
      .where('member_id', '=', memberId)
      .where('removed_at', 'is', null)
      .executeTakeFirstOrThrow()
    if (open >= mostTickets) throw badField('what', `You can have at most ${mostTickets} tickets. Remove one first.`)
    const { id } = await work.tx
      .insertInto('tickets')
      .values({ kind, what, member_id: memberId, created_at: ctx.now(), until_on: kind === 'box' ? null : untilOn })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      result: { number: id },
      subject: { kind: 'ticket', id },
      data: { name: ticketName(id), kind, ...(kind !== 'box' && { untilOn }) },
      tell: ticketNotices(memberId),
    }
  })
}

const ticketRows = (ctx: Ctx) =>
  ctx.db
    .selectFrom('tickets as t')
    .innerJoin('members as m', 'm.id', 't.member_id')
    .select(['t.id', 't.kind', 't.what', 't.created_at', 't.until_on', 't.removed_at', 't.member_id', ...nameColumns])

const describeTickets = async (ctx: Ctx, rows: readonly (TicketRow & NameFacts & { member_id: number })[]) => {
  const viewer = memberOf(ctx)
  const [{ today, latest }, names] = await Promise.all([findTicketDays(ctx), namesFor(ctx, viewer)])
  return rows.map((row): TicketView => ({
    ...asTicket(row, today),
    ownerName: names.of(row),
    isOwn: row.member_id === viewer.id,
    memberId: viewer.permissions.includes('members') ? row.member_id : null,
    latestDay: latest,
  }))
}

/** What the code on a ticket leads to. Its owner put their name on the thing, so it is said of hidden members, too. */
export const getTicket = async (ctx: Ctx, number: number): Promise<TicketView> => {
  const row = await ticketRows(ctx).where('t.id', '=', number).executeTakeFirst()
  const [ticket] = row ? await describeTickets(ctx, [row]) : []
  if (!ticket) throw new AppError('notFound')
  return ticket
}

/** A ticket whose label the caller may print: their own; of staff of members, any. */
export const getPrintableTicket = async (ctx: Ctx, number: number): Promise<TicketView> => {
  const ticket = await getTicket(ctx, number)
  if (!ticket.isOwn && !memberOf(ctx).permissions.includes('members')) throw new AppError('notFound')
  return ticket
}

/** Tickets of all members, a page at a time. */
export const listAllTickets = async (
  ctx: Ctx,
  { list, limit }: { list: TicketList; limit: number },
): Promise<{ tickets: TicketView[]; total: number }> => {
  const { today } = await findTicketDays(ctx)
  const rows = await ticketRows(ctx)
    .select((is) => is.fn.countAll<number>().over().as('total'))
    .$if(list === 'removed', (query) => query.where('t.removed_at', 'is not', null).orderBy('t.removed_at', 'desc'))
    .$if(list !== 'removed', (query) =>
      query.where('t.removed_at', 'is', null).orderBy('t.until_on', (order) => order.asc().nullsLast()),
    )
    .$if(list === 'overdue', (query) => query.where('t.until_on', '<', today))
    .orderBy('t.id')
    .limit(limit)
    .execute()
  return { tickets: await describeTickets(ctx, rows), total: rows[0]?.total ?? 0 }
}

/** An open ticket, locked until the transaction ends; not found for those who may not change it. */
const lockTicket = async ({ tx, ctx }: Work, { number, byStaff }: { number: number; byStaff: boolean }) => {
  const { id: memberId, permissions } = memberOf(ctx)
  const row = await tx
    .selectFrom('tickets')
    .select(['id', 'kind', 'member_id', 'until_on'])
    .where('id', '=', number)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  const mayChange = row?.member_id === memberId || (byStaff && permissions.includes('members'))
  if (!row || !mayChange) throw new AppError('notFound')
  return row
}

/** Another last day; once it is over, its owner is told again. */
export const extendTicket = async (
  ctx: Ctx,
  { number, untilOn }: { number: number; untilOn: string },
): Promise<void> => {
  await refuseLateDay(ctx, untilOn)
  return change(ctx, 'ticket.extended', async (work) => {
    const row = await lockTicket(work, { number, byStaff: false })
    if (row.kind === 'box') throw badField('untilOn', 'A box has no last day.')
    if (row.until_on === untilOn) return unchanged(undefined)
    await refusePast(ctx, labelsApi.extendTicket, { input: { untilOn } })
    await work.tx
      .updateTable('tickets')
      .set({ until_on: untilOn, reminded_at: null })
      .where('id', '=', number)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'ticket', id: number },
      data: { name: ticketName(number), from: row.until_on, to: untilOn },
      tell: ticketNotices(row.member_id),
    }
  })
}

/** The thing is gone, or its label is. */
export const removeTicket = (ctx: Ctx, number: number): Promise<void> =>
  change(ctx, 'ticket.removed', async (work) => {
    const row = await lockTicket(work, { number, byStaff: true })
    await work.tx.updateTable('tickets').set({ removed_at: ctx.now() }).where('id', '=', number).execute()
    return {
      result: undefined,
      subject: { kind: 'ticket', id: number },
      data: { name: ticketName(number) },
      tell: ticketNotices(row.member_id),
    }
  })
