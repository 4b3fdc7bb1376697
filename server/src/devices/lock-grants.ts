import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'

/**
 * Lets one change of grants happen after the other until the transaction ends, so that switching a default, giving by
 * hand and becoming a member never work from what another of them is about to change. Whoever locks a member does it first.
 */
export const lockGrants = (tx: Tx) => sql`select pg_advisory_xact_lock(hashtext('grants'))`.execute(tx)
