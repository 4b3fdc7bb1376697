import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'

/** Grants a member what members have by default. What he holds by hand stays by hand. How many are new comes back. */
export const grantDefaults = async (tx: Tx, input: { memberId: number; now: Date }): Promise<number> => {
  const granted = await tx
    .insertInto('grants')
    .columns(['member_id', 'device_id', 'source', 'granted_at'])
    .expression((is) =>
      is
        .selectFrom('devices')
        .select([
          sql<number>`${input.memberId}::int`.as('member_id'),
          'id',
          sql<'default'>`'default'`.as('source'),
          sql<Date>`${input.now}::timestamptz`.as('granted_at'),
        ])
        .where('is_default_access', '=', true)
        .where('removed_at', 'is', null),
    )
    .onConflict((on) => on.doNothing())
    .returning('device_id')
    .execute()
  return granted.length
}
