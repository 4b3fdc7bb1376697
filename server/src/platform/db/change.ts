import { sql, type Kysely, type Transaction } from 'kysely'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Actor, Ctx } from '../ctx.ts'
import type { Notice } from '../live/channel.ts'
import type { Database } from './database.gen.ts'

export type Tx = Transaction<Database>

export type Changed<T> = {
  result: T
  subject?: { kind: string; id: number }
  /** What else the audit should keep. Never a secret. */
  data?: Record<string, unknown>
  /** Who is told once the change is committed, in this process and all others. */
  tell?: readonly Notice[]
}
export type Unchanged<T> = { result: T; isUnchanged: true }

/** The outcome of a change that found nothing to do: no audit event, nobody told. */
export const unchanged = <T>(result: T): Unchanged<T> => ({ result, isUnchanged: true })

/** What queries get: the same connection pool, seen through types that only read. */
export const readOnly = (db: Kysely<Database>) => db as unknown as ReadonlyKysely<Database> // its types do not say that reading is a part of writing

const writable = (ctx: Ctx) => ctx.db as unknown as Kysely<Database> // the one place that may write

const actorId = (actor: Actor) => ('id' in actor ? actor.id : null)

const notify = (tx: Tx, notices: readonly Notice[] = []) =>
  notices.length === 0
    ? undefined
    : sql`select pg_notify('spacekeeper', n) from unnest(${notices.map((notice) => notice.text)}::text[]) as n`.execute(
        tx,
      )

/**
 * Runs a change and writes its audit event in one transaction: either both happen or neither.
 * Notices leave with the commit, so nobody hears of what was rolled back and nobody misses what was not.
 */
export const change = <T>(
  ctx: Ctx,
  event: `${string}.${string}`,
  run: (tx: Tx) => Promise<Changed<T> | Unchanged<T>>,
): Promise<T> =>
  writable(ctx)
    .transaction()
    .execute(async (tx) => {
      const changed = await run(tx)
      if ('isUnchanged' in changed) return changed.result
      await tx
        .insertInto('audit_events')
        .values({
          at: ctx.now(),
          event,
          actor_kind: ctx.actor.kind,
          actor_id: actorId(ctx.actor),
          subject_kind: changed.subject?.kind ?? null,
          subject_id: changed.subject?.id ?? null,
          data: JSON.stringify(changed.data ?? {}),
          request_id: ctx.requestId,
        })
        .execute()
      await notify(tx, changed.tell)
      return changed.result
    })

/** Writes facts whose table is its own log (swipes, last-seen times, use of a session), so without an audit event. */
export const record = <T>(ctx: Ctx, run: (tx: Tx) => Promise<{ result: T; tell?: readonly Notice[] }>): Promise<T> =>
  writable(ctx)
    .transaction()
    .execute(async (tx) => {
      const { result, tell } = await run(tx)
      await notify(tx, tell)
      return result
    })
