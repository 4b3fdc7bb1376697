import type { Transaction } from 'kysely'
import type { Database } from './database.gen.ts'

/** The transaction of a change. */
export type Tx = Transaction<Database>
