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

const runOnce = (world: World, input: { url: string; seconds: number }): Promise<RequestResult> =>
  world.requests.call('run', { ...input, connections, cookies: world.cookies })

const middle = (results: readonly RequestResult[]): RequestResult => ({
  perSecond: median(results.map((result) => result.perSecond)),
  p50Ms: median(results.map((result) => result.p50Ms)),
  p99Ms: median(results.map((result) => result.p99Ms)),
})

const measure = async (world: World) => {
  const { rounds, seconds } = world.effort
  const measured = targets.map(() => ({ portal: [] as RequestResult[], bare: [] as RequestResult[] })) // filled below
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, target] of targets.entries()) {
      await showDoors(world, target.visibleDoors)
      await world.bare.call('answer', { name: String(at), body: await ask(world, target.path) })
      const bare = await runOnce(world, { url: `${world.bareUrl}/answer/${at}`, seconds })
      const portal = await runOnce(world, { url: `${world.portalUrl}${target.path}`, seconds })
      // The first round warms both up.
      if (round > 0) measured[at]?.bare.push(bare)
      if (round > 0) measured[at]?.portal.push(portal)
    }
  }
  return measured.map(({ portal, bare }) => ({ portal: middle(portal), bare: middle(bare) }))
}

/** Requests a second of logged-in members, in turns with a bare Fastify that answers the same JSON. */
export const measureRequests = async (world: World): Promise<Row[]> => {
  const results = await measure(world)
  return results.map(({ portal, bare }, at) => ({
    what: targets[at]?.name ?? '',
    figure: portal.perSecond,
    unit: '/s',
    baseline: { what: 'bare Fastify, same JSON', figure: bare.perSecond },
    aim: { of: 'ratio', atLeast: 0.25 },
    note: `p50 ${portal.p50Ms.toFixed(1)} ms, p99 ${portal.p99Ms.toFixed(1)} ms; bare ${bare.p50Ms.toFixed(1)}, ${bare.p99Ms.toFixed(1)}`,
  }))
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
