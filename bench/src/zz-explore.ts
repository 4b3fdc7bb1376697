import { stopChildren } from './children.ts'
import { removeDataDirs, startWorld } from './world.ts'
const world = await startWorld({ effort: { rounds: 1, seconds: 2, pushes: 10 }, profileDir: undefined })
const q = async (sql: string) => { for (const r of await world.query(sql)) console.log(Object.values(r).join(' | ')) }
const access = `select d.id, d.kind, d.name, d.is_locked_out, d.last_seen_at, d.is_exempt_from_signin, m.state, m.suspended_at, g.device_id as granted_id, exists (select from visits v where v.member_id = m.id and v.signed_out_at is null) as is_on_site, exists (select from cards c where c.member_id = m.id and c.state = 'active') as has_card from devices as d inner join members as m on m.id = 77 left join grants as g on g.member_id = m.id and g.device_id = d.id where d.removed_at is null and d.kind in ('door','interlock') and d.is_hidden = false order by lower(d.name)`
await q('explain (analyze, buffers) ' + access)
console.log('--- hidden')
await q("update devices set is_hidden = true where id > 1 returning id limit".replace(' returning id limit',''))
await q('explain (analyze) ' + access)
await q("update devices set is_hidden = false")
await q("select relname, n_live_tup, n_dead_tup, pg_relation_size(relid) from pg_stat_user_tables order by 4 desc limit 12")
const tags = `select g.device_id, json_agg(c.number) as tags from grants as g inner join devices as d on d.id = g.device_id inner join members as m on m.id = g.member_id inner join cards as c on c.member_id = m.id where g.device_id = any(array(select id from devices)::int[]) and m.state = 'active' and c.state='active' group by g.device_id`
await q('explain (analyze, buffers) ' + tags)
await q('explain (analyze, buffers) ' + tags.replace("any(array(select id from devices)::int[])", "any('{7}'::int[])"))
await q(`explain (analyze) select s.id, s.last_used_at, m.id, m.is_admin, m.state from sessions s join members m on m.id = s.member_id where s.token_hash = '\\x00' and s.expires_at > now() and m.email_verified_at is not null`)
await stopChildren(); await removeDataDirs()
