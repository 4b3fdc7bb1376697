import { clockMs, median, percentile } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

type Ask = { name: string; path: string; body?: object; atMost: number }

const list = '/api/admin/members/list/'
const find = '/api/admin/find/'
/** What staff's list and the search of the portal ask for, each beside the bare server answering the same. */
const asks: Ask[] = [
  { name: 'members, first page', path: `${list}?limit=100`, atMost: 100 },
  { name: 'members, last page', path: `${list}?limit=100&offset=9900`, atMost: 100 },
  { name: 'members, by last seen', path: `${list}?limit=100&sort=lastSeen&order=desc`, atMost: 100 },
  { name: 'members, by what is granted', path: `${list}?limit=100&sort=doors&order=desc`, atMost: 100 },
  { name: 'members, search for a name', path: `${list}?limit=100&text=number%20777`, atMost: 12 },
  { name: 'members, search for a card', path: `${list}?limit=100&text=0000004711`, atMost: 12 },
  { name: 'portal, search for a name', path: `${find}?text=number%20777`, atMost: 12 },
  { name: 'portal, search for a door', path: `${find}?text=door%2017`, atMost: 12 },
  { name: 'portal, search that all match', path: `${find}?text=er`, atMost: 100 },
]
const table: Ask = {
  name: 'export of all as a table',
  path: '/api/admin/members/export/',
  body: { selection: {}, columns: ['name', 'standing', 'card', 'doors', 'lastSeen', 'email'] },
  atMost: 200,
}
const callsEach = 40

const send = ({ cookies }: World, url: string, { body }: Ask) =>
  fetch(url, {
    headers: { cookie: cookies[0] ?? '', 'x-csrftoken': 'bench', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })

const time = async (ask: () => Promise<Response>) => {
  const startedAt = clockMs()
  const answer = await ask()
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
  return { ms: clockMs() - startedAt, text }
}

/** One call at a time, in turns with the bare server sending the same bytes. */
const timeAsk = async (world: World, input: { ask: Ask; at: number }) => {
  const { ask, at } = input
  const url = `${world.portalUrl}${ask.path}`
  const first = await time(() => send(world, url, ask))
  await world.bare.call('answer', { name: `members-${at}`, body: ask.body ? first.text : JSON.parse(first.text) })
  const bareUrl = `${world.bareUrl}/answer/members-${at}`
  const [times, bareTimes, queries]: [number[], number[], number[]] = [[], [], []]
  const calls = ask.body ? Math.ceil(callsEach / 4) : callsEach
  for (let turn = 0; turn < calls * Math.min(world.effort.rounds, 2); turn += 1) {
    bareTimes.push((await time(() => fetch(bareUrl))).ms)
    const before = await world.portal.call('queries')
    times.push((await time(() => send(world, url, ask))).ms)
    queries.push((await world.portal.call('queries')) - before)
  }
  return { times, bareTimes, queries: median(queries) }
}

/** Lists, searches and the export of 10,000 members: p95 as seen from the browser, and the queries it takes. */
export const measureMembers = async (world: World): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [at, ask] of [...asks, table].entries()) {
    const { times, bareTimes, queries } = await timeAsk(world, { ask, at })
    rows.push({
      what: `${ask.name}, p95`,
      figure: percentile(times, 0.95),
      unit: 'ms',
      baseline: { what: 'bare Fastify, same answer', figure: percentile(bareTimes, 0.95) },
      aim: { of: 'figure', atMost: ask.atMost },
      note: `p50 ${percentile(times, 0.5).toFixed(1)} ms; ${queries} queries, the caller's session and the audit among them`,
    })
  }
  return rows
}
