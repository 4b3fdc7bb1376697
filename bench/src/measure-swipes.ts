import type { Row } from './table.ts'
import type { World } from './world.ts'

const insertConnections = 10

const countStored = async ({ query }: World) => Number((await query('select count(*) from swipes'))[0]?.['count'])

/** Swipes over 200 sockets, from the message to its acknowledgement, beside plain inserts into the same database. */
export const measureSwipes = async (world: World): Promise<Row[]> => {
  const { portalDoors, inserts, connectionString } = world
  const seconds = world.effort.seconds * 2
  const before = await countStored(world)
  const warmUp = await portalDoors.call('swipe', { inFlight: 20, seconds: 1 })
  await inserts.call('run', { connectionString, connections: insertConnections, seconds: 1 })
  const alone = await portalDoors.call('swipe', { inFlight: 1, seconds })
  const plain = await inserts.call('run', { connectionString, connections: 1, seconds })
  const rush = await portalDoors.call('swipe', { inFlight: 200, seconds })
  const plainRush = await inserts.call('run', { connectionString, connections: insertConnections, seconds })
  const acknowledged = warmUp.acknowledged + alone.acknowledged + rush.acknowledged
  const baseline = `plain INSERT, ${insertConnections} connections`
  return [
    {
      what: 'swipes, 200 doors at once',
      figure: rush.perSecond,
      unit: '/s',
      baseline: { what: baseline, figure: plainRush.perSecond },
      note: `p50 ${rush.p50Ms.toFixed(1)} ms, p99 ${rush.p99Ms.toFixed(1)} ms`,
    },
    {
      what: 'swipe to acknowledgement, p50',
      figure: alone.p50Ms,
      unit: 'ms',
      baseline: { what: 'plain INSERT', figure: plain.p50Ms },
    },
    {
      what: 'swipe to acknowledgement, p99',
      figure: alone.p99Ms,
      unit: 'ms',
      baseline: { what: 'plain INSERT', figure: plain.p99Ms },
    },
    {
      what: 'acknowledged swipes in the table',
      figure: (await countStored(world)) - before,
      unit: '',
      baseline: { what: 'acknowledged', figure: acknowledged },
      aim: { of: 'ratio', atLeast: 1 },
    },
  ]
}
