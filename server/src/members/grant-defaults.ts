import { sql } from 'kysely'
import type { Tx } from '#platform/db/change.ts'
import { lockGrants } from '../devices/lock-grants.ts'

/**
 * Grants a member what members have by default, but for what staff took from him. What he holds by hand stays by hand.
 * How many are new comes back.
 */
export const grantDefaults = async (tx: Tx, input: { memberId: number; now: Date }): Promise<number> => {
  await lockGrants(tx)
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
        .where('removed_at', 'is', null)
        .where('kind', 'in', ['door', 'interlock'])
        .where((row) =>
          row.not(
            row.exists(
              row
                .selectFrom('default_exceptions as e')
                .select('e.device_id')
                .whereRef('e.device_id', '=', 'devices.id')
                .where('e.member_id', '=', input.memberId),
            ),
          ),
        ),
    )
    .onConflict((on) => on.doNothing())
    .returning('device_id')
    .execute()
  return granted.length
}
