import { setTimeout as sleep } from 'node:timers/promises'
import { textsOf } from '../../server/src/platform/live/channel.ts'
import { settingsChanged } from '../../server/src/platform/settings/settings.ts'
import { openPage } from './browser.ts'
import { clockMs, percentile } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const days = 1096
const visits = 300_000
const uses = 60_000
/** Of the members of the space so many come. */
const comers = 2_000

/** Three years of figures; the portal may just have counted those of this hour. */
const seedFigures = async ({ query }: World) => {
  await query(
    `with changed as (insert into settings (key, value, changed_at)
       values ('STATS_MAX_DAYS', '${days}', now()), ('ENABLE_MEMBERBUCKS', 'true', now()),
         ('ENABLE_PORTAL_SITE_SIGN_IN', 'true', now())
       on conflict (key) do update set value = excluded.value)
     select pg_notify('spacekeeper', unnest($1::text[]))`,
    [
      textsOf([
        settingsChanged.notice({ keys: ['STATS_MAX_DAYS', 'ENABLE_MEMBERBUCKS', 'ENABLE_PORTAL_SITE_SIGN_IN'] }),
      ]),
    ],
  )
  await query(
    `insert into figures (hour, collected_at, data)
     select date_trunc('hour', now(), 'UTC') - n * interval '1 day', now() - n * interval '1 day', json_build_object(
       'members', s, 'members6', s, 'members12', s,
       'subscriptions', json_build_object('active', 1700 - n, 'cancelling', 40, 'inactive', 300),
       'balanceCents', 4800000 - n * 100, 'balanceHolders', 1500,
       'transactions', json_build_object('stripe', t, 'bank', t, 'cash', t, 'card', t, 'interlock', t, 'web', t))
     from (select n, json_build_object('active', 2000 - n, 'noob', 60 + n % 9, 'inactive', n, 'accountonly', 40) as s,
       json_build_object('cents', 100000 * (2000 - n), 'members', 900) as t from generate_series(0, $1::int - 1) n) days
     on conflict (hour) do nothing`,
    [days],
  )
  await query(
    `insert into on_site_counts (hour, members)
     select date_trunc('hour', now(), 'UTC') - n * interval '1 hour', n % 60 from generate_series(0, $1::int * 24 - 1) n
     on conflict (hour) do nothing`,
    [days],
  )
}

/** Three years of visits and uses. */
const seedVisits = async ({ query }: World) => {
  await query(
    `insert into visits (member_id, signed_in_at, signed_out_at)
     select m.id, at, at + interval '2 hours' from (
       select n % ${comers} as who, now() - random() * interval '${days} days' - interval '3 hours' as at
       from generate_series(1, $1::int) n) v
     join (select id, row_number() over (order by id) - 1 as who from members) m using (who)`,
    [visits],
  )
  await query(
    `with d as (insert into devices (kind, serial, name, is_authorised, last_seen_at, added_at)
       select 'interlock', 'bench-figure-' || n, 'Tool ' || n, true, now(), now() from generate_series(1, 20) n returning id)
     insert into interlock_sessions (id, device_id, member_id, started_at, last_heard_at, ended_at, end_reason,
       cost_per_session_cents, cost_per_hour_cents, cost_per_kwh_cents)
     select gen_random_uuid(), d.id, m.id, at, at + interval '1 hour', at + interval '1 hour', 'card', 0, 0, 0
     from (select n % ${comers} as who, n % 20 as which, now() - random() * interval '${days} days' - interval '2 hours' as at
       from generate_series(1, $1::int) n) u
     join (select id, row_number() over (order by id) - 1 as who from members) m using (who)
     join (select id, row_number() over (order by id) - 1 as which from d) d using (which)`,
    [uses],
  )
  await query('analyze')
}

type StatisticsAsk = { name: string; path: string; atMost: number }

const counted = ['people', 'onSite', 'hours', 'machines', 'joins', 'cohorts']

const asks: StatisticsAsk[] = [
  { name: 'statistics, three years', path: '/api/statistics/', atMost: 150 },
  ...counted.map((chart) => ({
    name: `chart of three years, ${chart}`,
    path: `/api/statistics/charts/${chart}/?range=all`,
    atMost: 100,
  })),
]

const calls = 40

const timeAsk = async (world: World, { path }: StatisticsAsk) => {
  const ask = async () => {
    const startedAt = clockMs()
    const answer = await fetch(`${world.portalUrl}${path}`, { headers: { cookie: world.cookies[0] ?? '' } })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return { ms: clockMs() - startedAt, bytes: text.length }
  }
  const first = await ask()
  const before = await world.portal.call('queries')
  const times: number[] = []
  for (let turn = 0; turn < calls; turn += 1) times.push((await ask()).ms)
  return { first, times, queries: ((await world.portal.call('queries')) - before) / calls }
}

const slower = 4
const longTaskMs = 50
/** A page with little on it: what one with long lists takes to leave is not of the statistics. */
const beforePage = '/tools/openings'
/** Of recorded figures, members by day, on site, joining and leaving. */
const lineCharts = 9

/** The longest that the page held the main thread of a slow machine up while its charts came, in milliseconds. */
const timePage = async ({ portalUrl, cookies }: World): Promise<{ longest: number; over: number; all: number }> => {
  const page = await openPage()
  try {
    await page.send('Page.enable')
    for (const cookie of (cookies[0] ?? '').split('; ')) {
      const [name = '', value = ''] = cookie.split('=')
      await page.send('Network.setCookie', { name, value, url: portalUrl })
    }
    await page.send('Page.navigate', { url: `${portalUrl}${beforePage}` })
    await page.waitFor(`document.querySelector('a[href^="/tools/stats"]')`)
    // What the portal loads ahead of need has come by then.
    await sleep(5_000)
    await page.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const tasks = await page.timeTasks(async () => {
      await page.evaluate(`document.querySelector('a[href^="/tools/stats"]').click()`)
      await page.waitFor(`document.querySelectorAll('[role=slider]').length >= ${lineCharts}`)
      await sleep(4_000)
    })
    const over = tasks.filter((task) => task > longTaskMs).length
    return { longest: Math.max(0, ...tasks), over, all: tasks.reduce((sum, task) => sum + task, 0) }
  } finally {
    await page.close()
  }
}

/** The statistics of three years in which 2,000 members came, beside a bare answer; and what their page does to a browser. */
export const measureStatistics = async (world: World): Promise<Row[]> => {
  await seedFigures(world)
  await seedVisits(world)
  const rows: Row[] = []
  for (const ask of asks) {
    const { first, times, queries } = await timeAsk(world, ask)
    rows.push({
      what: `${ask.name}, p95`,
      figure: percentile(times, 0.95),
      unit: 'ms',
      baseline: { what: 'the first, which is counted', figure: first.ms },
      aim: { of: 'figure', atMost: ask.atMost },
      note: `p50 ${percentile(times, 0.5).toFixed(1)} ms; ${queries.toFixed(1)} queries; ${(first.bytes / 1000).toFixed(0)} kB`,
    })
  }
  const { longest, over, all } = await timePage(world)
  rows.push({
    what: `page of statistics, longest task, ${slower}× slower`,
    figure: longest,
    unit: 'ms',
    baseline: { what: 'what a reader does not feel', figure: longTaskMs },
    aim: { of: 'figure', atMost: longTaskMs },
    note: `of the processor, whatever else runs; ${over} over ${longTaskMs} ms; ${all.toFixed(0)} ms together`,
  })
  return rows
}
