import { randomInt } from 'node:crypto'
import type { FoundName, VisitorPass } from '@spacekeeper/contract/visitors/shapes.ts'
import { mostFound } from '@spacekeeper/contract/visitors/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { type Work, change, unchanged } from '#platform/db/change.ts'
import { matchWords, searchText, startsWith } from '#platform/db/search-words.ts'
import { AppError } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { screens } from '#platform/live/screens.ts'
import type { Throttle } from '../auth/limits/throttle.ts'
import { countOf, type EntranceKey, findHostName } from './entrance.ts'

const letters = '23456789abcdefghijkmnpqrstuvwxyz'

export const newVisitorCode = (): string =>
  Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')

/** What the audit calls a visitor: it is kept for longer than their name. */
export const auditNameOf = (visitorId: number): string => `Visitor ${visitorId}`

/** Screens that show who is on site, and those of the host. */
export const visitorNotices = (hostId: number | null) => [
  screens.notice({ topic: 'visits', audience: 'activeMembers' }),
  ...(hostId === null ? [] : [screens.notice({ topic: 'visits', audience: { memberId: hostId } })]),
]

const iso = (at: Date | null) => at?.toISOString() ?? null

/** What the page of a visitor says, for those who have its address. */
export const getPass = async (ctx: Ctx, code: string): Promise<VisitorPass> => {
  const row = await ctx.db
    .selectFrom('visitors')
    .select(['code', 'name', 'host_id', 'expected_on', 'arrived_at', 'left_at'])
    .where('code', '=', code)
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  return {
    code: row.code,
    name: row.name,
    hostName: await findHostName(ctx, row.host_id),
    expectedOn: row.expected_on,
    arrivedAt: iso(row.arrived_at),
    leftAt: iso(row.left_at),
  }
}

/** At a kiosk: a few visitors on site by their names, for one who leaves. */
export const findHere = async (
  ctx: Ctx,
  { kioskId, key, throttle, text }: { kioskId: number; key: EntranceKey; throttle: Throttle; text: string },
): Promise<FoundName[]> => {
  await throttle.take(countOf({ kioskId }, { client: key.client, of: 'searches' }))
  const name = sql`visitors.name`
  return ctx.db
    .selectFrom('visitors')
    .select(['id', 'name'])
    .where('arrived_at', 'is not', null)
    .where('left_at', 'is', null)
    .where(matchWords(searchText(name), text))
    .orderBy(startsWith(searchText(name), text), 'desc')
    .orderBy('arrived_at', 'desc')
    .limit(mostFound)
    .execute()
}

type Departing = { id?: number; code?: string; hostId?: number }

const endVisitorsVisit = async ({ tx, ctx }: Work, departing: Departing) => {
  const { id, code, hostId } = departing
  return tx
    .updateTable('visitors')
    .set((is) => ({ left_at: is.fn('greatest', ['arrived_at', is.val(ctx.now())]) }))
    .where('arrived_at', 'is not', null)
    .where('left_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? 0))
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .$if(hostId !== undefined, (query) => query.where('host_id', '=', hostId ?? 0))
    .returning(['id', 'host_id'])
    .executeTakeFirst()
}

type DepartureEvent = 'visitor.left' | 'visitor.signedOut' | 'visitor.forgotten'

/** Signs a visitor out. One who has left already stays so; one there never was is not found. */
const signOutBy = (
  ctx: Ctx,
  { event, departing }: { event: DepartureEvent; departing: { id: number } | { code: string } },
) =>
  change(ctx, event, async (work) => {
    const left = await endVisitorsVisit(work, departing)
    if (!left) {
      const known = await work.tx
        .selectFrom('visitors')
        .select('id')
        .where('arrived_at', 'is not', null)
        .$if('id' in departing, (query) => query.where('id', '=', 'id' in departing ? departing.id : 0))
        .$if('code' in departing, (query) => query.where('code', '=', 'code' in departing ? departing.code : ''))
        .executeTakeFirst()
      if (!known) throw new AppError('notFound')
      return unchanged(undefined)
    }
    return {
      result: undefined,
      subject: { kind: 'visitor', id: left.id },
      data: { name: auditNameOf(left.id) },
      tell: visitorNotices(left.host_id),
    }
  })

/** A visitor leaves by their own page. */
export const leaveByCode = (ctx: Ctx, code: string): Promise<void> =>
  signOutBy(ctx, { event: 'visitor.left', departing: { code } })

/** A visitor leaves at a kiosk, where they found their name. */
export const leaveAtKiosk = async (
  ctx: Ctx,
  { kioskId, key, throttle, visitorId }: { kioskId: number; key: EntranceKey; throttle: Throttle; visitorId: number },
): Promise<void> => {
  await throttle.take(countOf({ kioskId }, { client: key.client, of: 'searches' }))
  await signOutBy(ctx, { event: 'visitor.left', departing: { id: visitorId } })
}

/** A host signs out their visitor; staff of members, any. */
export const signVisitorOut = async (ctx: Ctx, visitorId: number): Promise<void> => {
  const { id: memberId, permissions } = memberOf(ctx)
  const row = await ctx.db.selectFrom('visitors').select('host_id').where('id', '=', visitorId).executeTakeFirst()
  if (!row || (row.host_id !== memberId && !permissions.includes('members'))) throw new AppError('notFound')
  await signOutBy(ctx, { event: 'visitor.signedOut', departing: { id: visitorId } })
}

const longestStayMs = 24 * 60 * 60 * 1000

const mostForgotten = 500

/** Signs out visitors who came more than a day ago. */
export const endForgottenVisitors = async (ctx: Ctx): Promise<void> => {
  const forgotten = await ctx.db
    .selectFrom('visitors')
    .select('id')
    .where('left_at', 'is', null)
    .where('arrived_at', '<=', new Date(ctx.now().getTime() - longestStayMs))
    .limit(mostForgotten)
    .execute()
  for (const departing of forgotten) await signOutBy(ctx, { event: 'visitor.forgotten', departing })
}
