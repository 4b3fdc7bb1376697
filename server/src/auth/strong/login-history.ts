import type { AuditEventName } from '@spacekeeper/contract/audit-events.ts'
import type { OwnLogin } from '@spacekeeper/contract/auth/strong-shapes.ts'
import { mostLogins } from '@spacekeeper/contract/auth/words.ts'
import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { memberOf } from '#platform/http/member-of.ts'

const ways = {
  'account.loggedIn': 'password',
  'account.verified': 'link',
  'account.verifiedAnew': 'link',
  'account.invitationAccepted': 'link',
  'account.firstAdminCreated': 'link',
  'account.loggedInByLink': 'link',
  'account.loggedInByPasskey': 'passkey',
  'account.loggedInByProvider': 'provider',
  'account.kioskLoggedIn': 'kiosk',
  'account.confirmed': 'confirmation',
  'account.passkeyCloned': 'failed',
  'account.pinRefused': 'failed',
  'account.loginFailed': 'failed',
  'account.passwordRefused': 'wrongPassword',
} as const satisfies Partial<Record<AuditEventName, OwnLogin['way']>>

const events = Object.keys(ways) as (keyof typeof ways)[] // Object.keys loses the names

const reasons: Record<string, OwnLogin['way']> = { 'wrong password': 'wrongPassword', 'wrong code': 'wrongCode' }

const wayOf = (row: { event: string; reason: string | null; app: string | null }): OwnLogin['way'] => {
  if (row.app !== null) return 'app'
  const way = events.find((event) => event === row.event)
  return reasons[row.reason ?? ''] ?? (way ? ways[way] : 'failed')
}

/** The caller's latest logins and failed tries, newest first, as the audit has them. */
export const listLogins = async (ctx: Ctx): Promise<OwnLogin[]> => {
  const rows = await ctx.db
    .selectFrom('audit_events')
    .select(['id', 'at', 'event'])
    .select([
      sql<string | null>`data->>'device'`.as('device'),
      sql<string | null>`data->>'address'`.as('address'),
      sql<string | null>`data->>'reason'`.as('reason'),
      sql<string | null>`data->>'app'`.as('app'),
    ])
    .where('subject_kind', '=', 'member')
    .where('subject_id', '=', memberOf(ctx).id)
    .where('event', 'in', events)
    .orderBy('id', 'desc')
    .limit(mostLogins)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    way: wayOf(row),
    device: row.app ?? row.device,
    address: row.address,
  }))
}
