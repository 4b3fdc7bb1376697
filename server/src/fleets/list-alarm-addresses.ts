import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'

const most = 100

/** Who is told of silent devices: the address of the settings, or else everybody who looks after devices. */
export const listAlarmAddresses = async (ctx: Ctx): Promise<{ to: string; memberId: number | null }[]> => {
  const address = await ctx.settings.get('DEVICE_ALARM_ADDRESS')
  if (address !== '') return [{ to: address, memberId: null }]
  const rows = await ctx.db
    .selectFrom('members')
    .select(['id', 'email'])
    .where((is) => is.or([is('is_admin', '=', true), sql<boolean>`'devices' = any(permissions)`]))
    .where('suspended_at', 'is', null)
    .where('closed_at', 'is', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id, email }) => ({ to: email, memberId: id }))
}
