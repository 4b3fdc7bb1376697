import type { Transaction } from 'kysely'
import type { WorkCtx } from '../ctx.ts'
import type { Database } from './database.gen.ts'

/** The transaction of a change. */
export type Tx = Transaction<Database>

/** All that is done in one transaction: what it runs in, who acts, and when it began. */
export type Work = { tx: Tx; ctx: WorkCtx; now: Date }
