import { setTimeout as sleep } from 'node:timers/promises'
import { textsOf } from '../../server/src/platform/live/channel.ts'
import { settingsChanged } from '../../server/src/platform/settings/settings.ts'
import { type BrowserPage, openPage } from './browser.ts'
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
const openings = 3
/** Nothing loaded for so long is all that is loaded ahead: the first of it comes after three seconds, the last after fifteen. */
const quietMs = 16_000
/** Charts are drawn by then. */
const drawnMs = 4_000

const statsLink = `document.querySelector('a[href^="/tools/stats"]')`

/** One of a few choices of a period. */
const rangeLabel = (range: string) => `document.querySelector('input[type=radio][value=${range}]').nextElementSibling`

/** Some time after a page stands the portal loads others; until then that is among the tasks. */
const waitForQuiet = async (page: BrowserPage) => {
  const loaded = `performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/')).length`
  await page.evaluate('performance.setResourceTimingBufferSize(10_000)')
  let before = -1
  for (let now = 0; now !== before;) {
    before = now
    await sleep(quietMs)
    now = Number(await page.evaluate(loaded))
  }
}

type PageTasks = { opened: number[]; longer: number[]; shorter: number[] }

/** How long each task took that a slow machine answered a reader with: opening the page, then two other periods. */
const timePage = async ({ portalUrl, cookies }: World): Promise<PageTasks> => {
  const page = await openPage()
  try {
    await page.send('Page.enable')
    for (const cookie of (cookies[0] ?? '').split('; ')) {
      const [name = '', value = ''] = cookie.split('=')
      await page.send('Network.setCookie', { name, value, url: portalUrl })
    }
    await page.send('Page.navigate', { url: `${portalUrl}${beforePage}` })
    await page.waitFor(statsLink)
    await waitForQuiet(page)
    await page.send('Emulation.setCPUThrottlingRate', { rate: slower })
    const opened = await page.timeTasks(async () => {
      await page.press(statsLink)
      await page.waitFor(`document.querySelectorAll('[role=slider]').length >= ${lineCharts}`)
      await sleep(drawnMs)
    })
    const change = (range: string) =>
      page.timeTasks(async () => {
        await page.press(rangeLabel(range))
        await sleep(drawnMs)
      })
    return { opened, longer: await change('all'), shorter: await change('month') }
  } finally {
    await page.close()
  }
}

const pageSteps = [
  ['opened', 'page of statistics'],
  ['longer', 'page of statistics, all three years'],
  ['shorter', 'page of statistics, 30 days'],
] as const

/** The longest task of each step, the median of some pages: one page may meet what else the machine does. */
const pageRows = async (world: World): Promise<Row[]> => {
  const pages: PageTasks[] = []
  for (let turn = 0; turn < openings; turn += 1) pages.push(await timePage(world))
  return pageSteps.map(([step, what]) => {
    const longest = pages.map((tasks) => Math.max(0, ...tasks[step]))
    const all = pages.map((tasks) => tasks[step].reduce((sum, task) => sum + task, 0))
    const over = pages.flatMap((tasks) => tasks[step].filter((task) => task > longTaskMs)).length
    return {
      what: `${what}, longest task, ${slower}× slower`,
      figure: percentile(longest, 0.5),
      unit: 'ms',
      baseline: { what: 'what a reader does not feel', figure: longTaskMs },
      aim: { of: 'figure', atMost: longTaskMs },
      note: `of the processor; median of ${openings} pages, ${longest.map((ms) => ms.toFixed(0)).join(', ')} ms; ${over} tasks over ${longTaskMs} ms; ${percentile(all, 0.5).toFixed(0)} ms together`,
    }
  })
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
  return [...rows, ...(await pageRows(world))]
}
