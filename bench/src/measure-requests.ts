import type { usage } from './calls.ts'
import type { Child } from './children.ts'
import type { RequestResult } from './request-process.ts'
import { median } from './stats.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

/** One address of the portal, beside the bare server answering the same JSON. */
type Target = { name: string; path: string; visibleDoors: number }

const targets: Target[] = [
  { name: 'GET /api/profile/', path: '/api/profile/', visibleDoors: 200 },
  { name: 'GET /api/access/permissions/, 1 door', path: '/api/access/permissions/', visibleDoors: 1 },
  { name: 'GET /api/access/permissions/, 200 doors', path: '/api/access/permissions/', visibleDoors: 200 },
]
const connections = 20

const showDoors = ({ query }: World, count: number) =>
  query(
    'update devices set is_hidden = (n > $1) from (select id, row_number() over (order by id) as n from devices) d where d.id = devices.id and is_hidden <> (n > $1)',
    [count],
  )

const ask = async (world: World, path: string): Promise<unknown> => {
  const answer = await fetch(`${world.portalUrl}${path}`, { headers: { cookie: world.cookies[1] ?? '' } })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

/** `cpuMs`: of the server's process, for one request. Unlike the rest it hardly depends on what else the machine does. */
type Run = RequestResult & { cpuMs: number }

const runOnce = async (world: World, input: { server: Child<{ usage: typeof usage }>; url: string }): Promise<Run> => {
  const { server, url } = input
  const before = await server.call('usage')
  const result = await world.requests.call('run', {
    url,
    seconds: world.effort.seconds,
    connections,
    cookies: world.cookies,
  })
  const after = await server.call('usage')
  return { ...result, cpuMs: (after.cpuMs - before.cpuMs) / result.count }
}

const middle = (runs: readonly Run[]) => {
  const of = (pick: (run: Run) => number) => median(runs.map(pick))
  return {
    perSecond: of((run) => run.perSecond),
    p50Ms: of((run) => run.p50Ms),
    p99Ms: of((run) => run.p99Ms),
    cpuMs: of((run) => run.cpuMs),
  }
}
type Middle = ReturnType<typeof middle>

const noteOf = ({ p50Ms, p99Ms }: Middle) => `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`

const measure = async (world: World) => {
  const { rounds } = world.effort
  await world.bare.call('connect', { connectionString: world.connectionString })
  const queries: Run[] = []
  const measured = targets.map(() => ({ portal: [] as Run[], bare: [] as Run[] })) // filled below
  for (let round = 0; round <= rounds; round += 1) {
    const query = await runOnce(world, { server: world.bare, url: `${world.bareUrl}/row` })
    if (round > 0) queries.push(query)
    for (const [at, target] of targets.entries()) {
      await showDoors(world, target.visibleDoors)
      await world.bare.call('answer', { name: String(at), body: await ask(world, target.path) })
      const bare = await runOnce(world, { server: world.bare, url: `${world.bareUrl}/answer/${at}` })
      const portal = await runOnce(world, { server: world.portal, url: `${world.portalUrl}${target.path}` })
      // The first round warms both up.
      if (round > 0) measured[at]?.bare.push(bare)
      if (round > 0) measured[at]?.portal.push(portal)
    }
  }
  return {
    query: middle(queries),
    results: measured.map(({ portal, bare }) => ({ portal: middle(portal), bare: middle(bare) })),
  }
}

const sameJson = 'bare Fastify, same JSON'
const oneQuery = 'bare Fastify, one named query'

/** Requests a second of logged-in members, in turns with a bare Fastify that answers the same JSON, or asks one query. */
export const measureRequests = async (world: World): Promise<Row[]> => {
  const { query, results } = await measure(world)
  const [profile] = results
  const limit: Row[] = profile
    ? [
        {
          what: oneQuery,
          figure: query.perSecond,
          unit: '/s',
          baseline: { what: sameJson, figure: profile.bare.perSecond },
        },
        {
          what: '  its processor time',
          figure: query.cpuMs,
          unit: 'ms',
          baseline: { what: sameJson, figure: profile.bare.cpuMs },
        },
      ]
    : []
  const rows = results.flatMap(({ portal, bare }, at): Row[] => [
    {
      what: targets[at]?.name ?? '',
      figure: portal.perSecond,
      unit: '/s',
      baseline: { what: sameJson, figure: bare.perSecond },
      aim: { of: 'ratio', atLeast: 0.18 },
      note: `${noteOf(portal)}; bare ${noteOf(bare)}`,
    },
    {
      what: '  its processor time',
      figure: portal.cpuMs,
      unit: 'ms',
      baseline: { what: sameJson, figure: bare.cpuMs },
    },
    { what: '  the same', figure: portal.cpuMs, unit: 'ms', baseline: { what: oneQuery, figure: query.cpuMs } },
  ])
  return [...limit, ...rows]
}

const countQueries = async (world: World, target: Target) => {
  await showDoors(world, target.visibleDoors)
  await world.query('update sessions set last_used_at = now()')
  const counts: number[] = []
  for (let turn = 0; turn < 15; turn += 1) {
    const before = await world.portal.call('queries')
    await ask(world, target.path)
    counts.push((await world.portal.call('queries')) - before)
  }
  return median(counts)
}

/** Queries a request: as many for 200 doors as for one. */
export const measureQueries = async (world: World): Promise<Row[]> => {
  const [profile, one, all] = targets
  if (!profile || !one || !all) return []
  const forOne = await countQueries(world, one)
  return [
    { what: `queries, ${profile.name}`, figure: await countQueries(world, profile), unit: '' },
    { what: `queries, ${one.name}`, figure: forOne, unit: '' },
    {
      what: `queries, ${all.name}`,
      figure: await countQueries(world, all),
      unit: '',
      baseline: { what: 'for 1 door', figure: forOne },
      aim: { of: 'ratio', atMost: 1 },
    },
  ]
}
