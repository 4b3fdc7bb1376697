import type { AuditEventName } from '@spacekeeper/contract/audit-events.ts'
import type { CompiledQuery, Kysely } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import { recordedActor, type Ctx, type ReadingCtx, type WorkCtx } from '../ctx.ts'
import type { Notice, NoticeCause } from '../live/channel.ts'
import { screens } from '../live/screens.ts'
import { booksClosedOf } from './books-closed.ts'
import type { Database } from './database.gen.ts'
import { insideTransaction } from './inside-transaction.ts'
import { notifying, writeEvents } from './outgoing-events.ts'
import type { Work } from './work.ts'

// Commands import them along with change(); the files that change() is made of import them from below.
export type { Tx, Work } from './work.ts'

type EventName = AuditEventName | `test.${string}`

/** One audit event, and who is told of it once the change is committed, in this process and all others. */
export type ChangePart = {
  /** What the audit calls it, where that is only known by now. */
  event?: EventName
  subject?: { kind: string; id: number }
  /** What else the audit should keep. Never a secret. */
  data?: Record<string, unknown>
  tell?: readonly Notice[]
}
export type ChangeResult<T> = ChangePart & {
  result: T
  /** Further events of the same transaction, written after the first. */
  also?: readonly ChangePart[]
}
export type UnchangedResult<T> = { result: T; isUnchanged: true }

/** The outcome of a change that found nothing to do: no audit event, no notices. */
export const unchanged = <T>(result: T): UnchangedResult<T> => ({ result, isUnchanged: true })

/** What queries get: the same connection pool, seen through types that only read. */
export const readOnly = (db: Kysely<Database>) => db as unknown as ReadonlyKysely<Database> // its types do not say that reading is a part of writing

/** The context for what reads with `ctx.db`, asking in the transaction, so that what was locked there is what is read. */
export const within = ({ tx, ctx }: Work): ReadingCtx => ({ ...ctx, db: readOnly(tx) })

/** Without the ways to other connections, so that what is handed on finds none either. */
const workCtxOf = ({ db: _db, pool: _pool, reads: _reads, ...known }: Ctx): WorkCtx => known

const writable = (ctx: Ctx) => ctx.db as unknown as Kysely<Database> // the one place that may write

/** The page that wrote it asks for what it shows when it is answered, so not again when it hears of it. */
const causeOf = ({ actor, requestId, isAnswered }: Ctx): NoticeCause | undefined =>
  actor.kind === 'member' && requestId !== null && isAnswered?.() === false
    ? { memberId: actor.id, requestId }
    : undefined

/** In one transaction: what is written, and the notices of it. */
const commit = async <T>(
  ctx: Ctx,
  run: (work: Work) => Promise<{ result: T; tell: readonly Notice[] }>,
): Promise<T> => {
  const done = await writable(ctx)
    .transaction()
    .execute(async (tx) => {
      const work = { tx, ctx: workCtxOf(ctx), now: ctx.now() }
      return insideTransaction(() => run(work))
    })
    .catch(async (error: unknown) => {
      throw (await booksClosedOf(error, ctx.settings)) ?? error
    })
  ctx.live.hearAtOnce(done.tell)
  ctx.live.tellLater(done.tell, causeOf(ctx))
  return done.result
}

const auditGrew = screens.notice({ topic: 'audits', audience: { staff: ['members'] } })

/**
 * Runs a change and writes its audit event in one transaction: either both happen or neither.
 * Notices leave with the commit, so what was rolled back is never told and what was committed always is.
 * A new event needs its words in `contract/src/<domain>/events.ts`; until then it does not compile.
 */
export const change = <T>(
  ctx: Ctx,
  event: EventName,
  run: (work: Work) => Promise<ChangeResult<T> | UnchangedResult<T>>,
): Promise<T> =>
  commit(ctx, async (work) => {
    const changed = await run(work)
    if ('isUnchanged' in changed) return { result: changed.result, tell: [] }
    const parts = [changed, ...(changed.also ?? [])]
    const actor = recordedActor(ctx.actor)
    const rows = parts.map((part) => ({
      at: ctx.now(),
      event: part.event ?? event,
      actor_kind: actor.kind,
      actor_id: actor.id,
      subject_kind: part.subject?.kind ?? null,
      subject_id: part.subject?.id ?? null,
      data: JSON.stringify(part.data ?? {}),
      request_id: ctx.requestId,
    }))
    const tell = [...parts.flatMap((part) => part.tell ?? []), auditGrew]
    await writeEvents(work, { rows, tell })
    return { result: changed.result, tell }
  })

/** Writes facts whose table is its own log (swipes, last-seen times, use of a session), so without an audit event. */
export const record = <T>(
  ctx: Ctx,
  run: (work: Work) => Promise<{ result: T; tell?: readonly Notice[] }>,
): Promise<T> =>
  commit(ctx, async (work) => {
    const { result, tell = [] } = await run(work)
    if (tell.some(({ isToldLater }) => !isToldLater)) await notifying(tell).execute(work.tx)
    return { result, tell }
  })

/** The same with a single statement, which is a transaction by itself: a third of the way to the database and back. */
export const recordOne = async <R>(ctx: Ctx, statement: CompiledQuery<R>): Promise<R[]> =>
  (await writable(ctx).executeQuery(statement)).rows
