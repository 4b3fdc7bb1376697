import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureWebBuilt } from '../../scripts/ensure-web-built.ts'
import { findPostmaster, stopPostmaster } from '../../server/src/platform/db/postmaster-file.ts'
import type { BareCalls } from './bare-process.ts'
import { startChild, type Child } from './children.ts'
import { withClient } from './database.ts'
import type { DoorCalls } from './door-process.ts'
import type { InsertCalls } from './insert-process.ts'
import type { MachineCalls } from './machine-process.ts'
import type { PortalCalls } from './portal-process.ts'
import type { RequestCalls } from './request-process.ts'
import { doorCount, seed, type BenchSpace } from './seed.ts'

/** Rounds and durations; a quick run shows that all works rather than what it does. */
export type Effort = { rounds: number; seconds: number; pushes: number }

/** The portal under test with its 10,000 members and 200 connected doors, and all that measures it. */
export type World = BenchSpace & {
  effort: Effort
  portal: Child<PortalCalls>
  portalUrl: string
  connectionString: string
  bare: Child<BareCalls>
  bareUrl: string
  portalDoors: Child<DoorCalls>
  bareDoors: Child<DoorCalls>
  requests: Child<RequestCalls>
  inserts: Child<InsertCalls>
  machines: Child<MachineCalls>
  /** Resident bytes at the stages of the run. */
  rssBytes: { portal: number; bare: number }[]
  query: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
}

const folders = new Set<string>()
let isOver = false

/** A folder of its own for a portal's data, or a browser's. */
export const newDataDir = (): string => {
  if (isOver) throw new Error('The benchmark is over.')
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-bench-'))
  folders.add(folder)
  return join(folder, 'data')
}

/** Deletes every such folder, and before that stops a database whose portal could not do so any more. */
export const removeDataDirs = async () => {
  isOver = true
  for (const folder of folders) {
    const left = findPostmaster(join(folder, 'data/postgres'))
    if (left) await stopPostmaster(left.pid)
    rmSync(folder, { recursive: true, force: true })
    folders.delete(folder)
  }
}

export const noteMemory = async ({ portal, bare, rssBytes }: Pick<World, 'portal' | 'bare' | 'rssBytes'>) => {
  rssBytes.push({ portal: (await portal.call('usage')).rssBytes, bare: (await bare.call('usage')).rssBytes })
}

const connectDoors = async (world: World) => {
  const { doors, portalDoors, bareDoors } = world
  const wsUrl = (url: string) => url.replace('http', 'ws')
  await portalDoors.call('connect', {
    doors: doors.map(({ serial, key }) => ({ url: `${wsUrl(world.portalUrl)}/ws/access/door/${serial}`, key })),
  })
  await bareDoors.call('connect', { doors: doors.map((_, at) => ({ url: `${wsUrl(world.bareUrl)}/${at}` })) })
}

/** As `npm start` says. */
export const startOptions = (): string[] =>
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    .match(/"start": "(.*)"/)?.[1]
    ?.match(/--\S+/g) ?? []

/** The portal under test, which runs with the options of Node that `npm start` gives it. */
export const startPortal = (args: readonly string[], nodeArgs: readonly string[] = []): Child<PortalCalls> =>
  startChild<PortalCalls>(new URL('./portal-process.ts', import.meta.url), {
    args,
    nodeArgs: [...startOptions(), ...nodeArgs],
  })

export const startWorld = async (input: { effort: Effort; profileDir: string | undefined }): Promise<World> => {
  const { effort, profileDir } = input
  // A portal serves the screens that are there when it starts.
  ensureWebBuilt()
  const nodeArgs = profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]
  const portal = startPortal([newDataDir()], nodeArgs)
  const bare = startChild<BareCalls>(new URL('./bare-process.ts', import.meta.url))
  const { url: portalUrl, connectionString } = await portal.call('ready')
  const { url: bareUrl } = await bare.call('ready')
  const rssBytes: World['rssBytes'] = []
  await noteMemory({ portal, bare, rssBytes })
  const world: World = {
    ...(await seed(connectionString, { doors: doorCount })),
    effort,
    portal,
    portalUrl,
    connectionString,
    bare,
    bareUrl,
    portalDoors: startChild<DoorCalls>(new URL('./door-process.ts', import.meta.url)),
    bareDoors: startChild<DoorCalls>(new URL('./door-process.ts', import.meta.url)),
    requests: startChild<RequestCalls>(new URL('./request-process.ts', import.meta.url)),
    inserts: startChild<InsertCalls>(new URL('./insert-process.ts', import.meta.url)),
    machines: startChild<MachineCalls>(new URL('./machine-process.ts', import.meta.url)),
    rssBytes,
    query: async (text, values = []) =>
      (await withClient(connectionString, (client) => client.query<Record<string, unknown>>(text, values))).rows,
  }
  await connectDoors(world)
  await noteMemory(world)
  return world
}
