import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDoor, type Door } from '@spacekeeper/simulators/door.ts'
import { sql } from 'kysely'
import { startTestPortal, type TestPortal } from '../test-portal.ts'
import { doorLists } from '../devices/channels.ts'
import { listTags } from './queries.ts'
import { hashTags } from './rules.ts'
import { aDoor } from './factory.ts'
import { revokeAccess } from './revoke-access.ts'

let portal: TestPortal
beforeAll(async () => { portal = await startTestPortal() })
afterAll(() => portal.close())

test('bench', { timeout: 120_000 }, async () => {
  const url = await portal.listen()
  await sql`insert into members (email, email_verified_at, first_name, last_name, screen_name, membership_state, registered_at)
    select 'm'||n||'@x.org', now(), 'F'||n, 'L'||n, 's'||n, 'active', now() from generate_series(1,10000) n`.execute(portal.db)
  await sql`insert into cards (member_id, number, added_at) select id, (4000000+id)::text, now() from members`.execute(portal.db)
  const doors = []
  for (let n = 0; n < 200; n += 1) doors.push(await aDoor(portal.db))
  await sql`insert into grants (member_id, device_id, granted_at) select m.id, d.id, now() from devices d, members m where m.id = 1 or (m.id * 7 + d.id * 13) % 20 = 0`.execute(portal.db)
  await sql`analyze`.execute(portal.db)
  const ids = doors.map((d) => d.id)
  for (let n = 0; n < 10; n += 1) {
    const t = performance.now()
    const lists = await listTags(portal.ctx, ids)
    const t2 = performance.now()
    for (const l of lists.values()) hashTags(l)
    console.log('listTags', (t2 - t).toFixed(1), 'hash', (performance.now() - t2).toFixed(1), lists.get(ids[0] ?? 0)?.length)
  }
  const run = async (name: string, text: string) => {
    const r = await portal.services.pool.query('explain (analyze, costs off, timing off, summary on) ' + text)
    if (process.env.PLAN) console.log(name, r.rows.map((x) => x['QUERY PLAN']).join('\n'))
    const times = []
    for (let n = 0; n < 7; n += 1) { const t = performance.now(); await portal.services.pool.query(text); times.push(performance.now() - t) }
    console.log(name, times.map((x) => x.toFixed(0)).join(' '))
  }
  const base = `from grants g join devices d on d.id=g.device_id join members m on m.id=g.member_id join cards c on c.member_id=m.id where g.device_id = any('{${ids.join(',')}}'::int[]) and m.state='active' and c.state='active' group by g.device_id`
  await run('json_agg', `select g.device_id, json_agg(c.number) as tags ${base}`)
  await run('string_agg', `select g.device_id, string_agg(c.number, chr(10)) as tags ${base}`)
  await run('string_agg ordered', `select g.device_id, string_agg(c.number, chr(10) order by c.number collate "C") as tags ${base}`)
  await run('md5 only ordered', `select g.device_id, md5(string_agg(c.number, chr(10) order by c.number collate "C")) as tags ${base}`)
  await run('cte', `with k as materialized (select m.id, c.number from members m join cards c on c.member_id=m.id where m.state='active' and c.state='active') select g.device_id, string_agg(k.number, chr(10)) as tags from grants g join k on k.id=g.member_id where g.device_id = any('{${ids.join(',')}}'::int[]) group by g.device_id`)
  await run('ids', `select g.device_id, json_agg(g.member_id) as tags from grants g where g.device_id = any('{${ids.join(',')}}'::int[]) group by g.device_id`)
  if (process.env.PLAN) return
  const t0 = performance.now()
  const sims: Door[] = doors.map(({ serial, key }) => startDoor({ server: url, serial, key, storePath: null }))
  await Promise.all(sims.map((s) => s.until(({ hash }) => hash !== '', 60_000)))
  console.log('200 connected', (performance.now() - t0).toFixed(0))
  for (let n = 0; n < 6; n += 1) {
    const t = performance.now()
    const active = n % 2 === 1
    const before = sims[0]?.list().length ?? 0
    await portal.db.updateTable('members').set({ membership_state: active ? 'active' : 'inactive' }).where('id', '=', 1).execute()
    await portal.services.live.send([doorLists.notice({ memberIds: [1] })])
    await Promise.all(sims.map((s) => s.until(({ tags }) => tags.length !== before)))
    console.log('all 200 doors changed after', (performance.now() - t).toFixed(0), 'ms')
  }
  for (let n = 0; n < 3; n += 1) {
    const t = performance.now()
    const doorId = ids[n] ?? 0
    const before = sims[n]?.list().length
    await revokeAccess(portal.ctx, { doorId, memberId: 1 })
    await sims[n]?.until(({ tags }) => tags.length !== before)
    console.log('one door revoke', (performance.now() - t).toFixed(1), 'ms')
  }
  const lat: number[] = []
  const t1 = performance.now()
  await Promise.all(sims.map(async (s) => {
    for (let n = 0; n < 20; n += 1) {
      const at = performance.now()
      const ok = await s.swipe(s.list()[n] ?? '').acknowledged
      expect(ok).toBe(true)
      lat.push(performance.now() - at)
    }
  }))
  lat.sort((a, b) => a - b)
  console.log('swipes/s', (lat.length / ((performance.now() - t1) / 1000)).toFixed(0), 'p50', lat[lat.length >> 1]?.toFixed(1), 'p99', lat[Math.floor(lat.length * 0.99)]?.toFixed(1))
  await Promise.all(sims.map((s) => s.close()))
})
