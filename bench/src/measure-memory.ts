import type { Row } from './table.ts'
import { noteMemory, type World } from './world.ts'

const megabyte = 1_000_000
const stages = ['after the start', 'with 200 doors', 'after the load']

/** Resident memory of the portal's process, its database not counted, beside that of the bare server. */
export const measureMemory = async (world: World): Promise<Row[]> => {
  await noteMemory(world)
  return world.rssBytes.map(({ portal, bare }, at) => ({
    what: `resident memory ${stages[at] ?? ''}`,
    figure: portal / megabyte,
    unit: 'MB',
    baseline: { what: 'bare Fastify', figure: bare / megabyte },
    aim: { of: 'figure', atMost: 300 },
  }))
}
