import { memberCount, seedMachines } from './seed.ts'
import type { Row } from './table.ts'
import type { World } from './world.ts'

const machineCount = 100
const startsPerSecond = 100

/** From a card held to a machine until it may run, at 100 starts a second, beside a plain insert. */
export const measureMachines = async (world: World): Promise<Row[]> => {
  const { connectionString, machines, inserts, portalUrl } = world
  const made = await seedMachines(connectionString, machineCount)
  const server = portalUrl.replace('http', 'ws')
  await machines.call('connect', {
    machines: made.map(({ serial, key }) => ({ url: `${server}/ws/access/interlock/${serial}`, key })),
  })
  await machines.call('start', { perSecond: startsPerSecond, seconds: 1, cards: memberCount })
  await inserts.call('run', { connectionString, connections: 1, seconds: 1 })
  const seconds = world.effort.seconds * 3
  const starts = await machines.call('start', { perSecond: startsPerSecond, seconds, cards: memberCount })
  const plain = await inserts.call('run', { connectionString, connections: 1, seconds: world.effort.seconds })
  const note = `${starts.perSecond.toFixed(0)} starts and ends a second`
  return [
    {
      what: 'card to start of a machine, p50',
      figure: starts.p50Ms,
      unit: 'ms',
      baseline: { what: 'plain INSERT', figure: plain.p50Ms },
      note,
    },
    {
      what: 'card to start of a machine, p99',
      figure: starts.p99Ms,
      unit: 'ms',
      baseline: { what: 'plain INSERT', figure: plain.p99Ms },
      note,
    },
  ]
}
