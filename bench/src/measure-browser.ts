import { setTimeout as sleep } from 'node:timers/promises'
import { textsOf } from '../../server/src/platform/live/channel.ts'
import { settingsChanged } from '../../server/src/platform/settings/settings.ts'
import { type BrowserPage, openPage } from './browser.ts'
import { type CountedLine, openCountedLine } from './counted-line.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

/** After it nothing more comes of what happened. */
const quietMs = 4_000
/** By then a login has told all of itself, and loading ahead has begun. */
const settledMs = 6_000
/** All that a page loads ahead is there by then. */
const aheadMs = 25_000
const slowMs = 300
const settings = ['ENABLE_PORTAL_SITE_SIGN_IN', 'ENABLE_PORTAL_MEMBERS_ON_SITE']

const stands = `document.querySelector('main h2')`

type OpenBrowser = { page: BrowserPage; line: CountedLine; world: World }

const enableVisits = ({ query }: World) =>
  query(
    `with changed as (insert into settings (key, value, changed_at) select unnest($1::text[]), 'true', now()
       on conflict (key) do update set value = excluded.value)
     select pg_notify('spacekeeper', unnest($2::text[]))`,
    [settings, textsOf([settingsChanged.notice({ keys: settings })])],
  )

/** A browser of its own, which keeps nothing of another member. */
const browse = async <T>(world: World, caller: number, work: (open: OpenBrowser) => Promise<T>): Promise<T> => {
  const line = await openCountedLine(world.portalUrl)
  const page = await openPage()
  try {
    await page.send('Page.enable')
    for (const cookie of (world.cookies[caller] ?? '').split('; ')) {
      const [name = '', value = ''] = cookie.split('=')
      await page.send('Network.setCookie', { name, value, url: line.url })
    }
    return await work({ page, line, world })
  } finally {
    await page.close()
    await line.close()
  }
}

const open = async ({ page, line }: OpenBrowser, path: string) => {
  await page.send('Page.navigate', { url: `${line.url}${path}` })
  await page.waitFor(stands)
}

const countAfter = async ({ line }: OpenBrowser, act: () => unknown) => {
  line.takeCounts()
  await act()
  await sleep(quietMs)
  return line.takeCounts()
}

const rowOf = (what: string, calls: string[], aim: { atMost: number; before: number }): Row => ({
  what,
  figure: calls.length,
  unit: '',
  baseline: { what: 'before topics were gathered', figure: aim.before },
  aim: { of: 'figure', atMost: aim.atMost },
  note: calls.slice(0, 8).join(', '),
})

/** Another member signs in and out on site, so many times in all. */
const visit = async ({ portalUrl, cookies }: World, times: number) => {
  for (let turn = 0; turn < times; turn += 1) {
    const [path, method] = turn % 2 === 0 ? ['signin', 'POST'] : ['signout', 'PUT']
    const answer = await fetch(`${portalUrl}/api/sitesessions/${path}/`, {
      method,
      headers: { cookie: cookies[2] ?? '', 'x-csrftoken': 'bench', 'content-type': 'application/json' },
      body: JSON.stringify({ guests: [] }),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  }
}

const measureDashboard = (world: World) =>
  browse(world, 1, async (browser) => {
    const { line } = browser
    await open(browser, '/dashboard')
    await sleep(settledMs)
    const one = await countAfter(browser, () => visit(world, 1))
    await visit(world, 1).catch(() => null)
    const ten = await countAfter(browser, () => visit(world, 10))
    const cut = await countAfter(browser, line.cut)
    await open(browser, '/account/profile')
    await sleep(settledMs)
    const fields = await countAfter(browser, async () => {
      for (const name of ['firstName', 'lastName']) {
        await browser.page.evaluate(`document.querySelector('input[name=${name}]').focus()`)
        await browser.page.send('Input.insertText', { text: 'a' })
      }
    })
    return [
      rowOf('a member signs in, calls of an open dashboard', one.calls, { atMost: 1, before: 8 }),
      rowOf('ten sign-ins and sign-outs in a row', ten.calls, { atMost: 4, before: 36 }),
      rowOf('the line is cut and nothing was missed', cut.calls, { atMost: 1, before: 19 }),
      rowOf('two fields that save themselves', fields.calls, { atMost: 4, before: 22 }),
    ]
  })

const measureSlowLine = (world: World) =>
  browse(world, 1, async (browser) => {
    const { line } = browser
    line.slowDown(slowMs)
    await open(browser, '/dashboard')
    await sleep(settledMs)
    const calls = line.takeCounts().calls.filter((call) => call !== 'GET /api/events/')
    const doubled = calls.length - new Set(calls).size
    const row = rowOf(`dashboard at ${slowMs} ms latency`, calls, { atMost: 13, before: 22 })
    return { ...row, note: `${doubled} of them for the second time` }
  })

const measureAhead = (world: World) =>
  browse(world, 0, async (browser): Promise<Row> => {
    await open(browser, '/dashboard')
    // The first of it comes three seconds after the page stands.
    await sleep(2_000)
    browser.line.takeCounts()
    await sleep(aheadMs)
    return {
      what: 'loaded ahead for an administrator',
      figure: browser.line.takeCounts().bytes / 1000,
      unit: 'kB',
      baseline: { what: 'when all pages were', figure: 915 },
      aim: { of: 'figure', atMost: 150 },
    }
  })

/** How often a browser asks, and how much it loads that no one has asked for yet. */
export const measureBrowser = async (world: World): Promise<Row[]> => {
  await enableVisits(world)
  return [...(await measureDashboard(world)), await measureSlowLine(world), await measureAhead(world)]
}
