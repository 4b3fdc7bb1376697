import { sql, type Kysely } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { hashToken, newToken } from '#platform/secrets/tokens.ts'
import { type CastMember, memberNamed, timeOn } from './cast.ts'

/** The wiki of the space, where a few members are logged in. No one has its secret. */
export const seedSites = async ({ db: reads, now }: Services, cast: readonly CastMember[]): Promise<void> => {
  const db = reads as unknown as Kysely<Database> // the demonstration writes rows as they are
  const address = 'https://wiki.riverbend.example'
  const madeAt = timeOn(now(), { daysAgo: 200, hour: 20 })
  const { id } = await db
    .insertInto('openid_clients')
    .values({
      client_id: 'mediawiki-riverbend',
      name: 'Wiki',
      kind: 'mediawiki',
      address,
      secret_hash: hashToken(newToken()),
      requires_pkce: false,
      redirect_uris: [`${address}/index.php/Special:PluggableAuthLogin`],
      logout_uris: [`${address}/`],
      backchannel_uri: null,
      is_trusted: false,
      may_refresh: true,
      claims_in_id_token: false,
      states: ['active'],
      created_at: madeAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const memberIds = ['Bo', 'Amara', 'Jonas', 'Priya'].map((name) => memberNamed(cast, name).id)
  const usedAt = timeOn(now(), { daysAgo: 2, hour: 19 })
  await sql`insert into openid_logins
      (member_id, client_id, scopes, consented_at, logged_in_at, last_used_at, password_mark)
    select m.id, ${id}, array['openid', 'profile', 'email'], ${madeAt}, ${usedAt}, ${usedAt},
      encode(sha256(convert_to(coalesce(m.password_hash, ''), 'UTF8')), 'hex')
    from members m where m.id = any(${memberIds})`.execute(db)
}
