import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/src/platform/http/free-port.ts'
import type { BareCalls } from './bare-process.ts'
import { startChild } from './children.ts'
import type { DoorCalls } from './door-process.ts'
import { seed } from './seed.ts'
import type { Row } from './table.ts'
import { newDataDir, startPortal } from './world.ts'

const deviceCount = 1_000
/** Garbage of the start is gone by then. */
const settleMs = 3_000

const program = (name: string) => new URL(`./${name}.ts`, import.meta.url)

/** Sockets of a server: what they cost in memory, and how long all of them take to connect at once. */
const connectAll = async (input: {
  usage: () => Promise<{ rssBytes: number }>
  addresses: { url: string; key?: string }[]
}) => {
  const doors = startChild<DoorCalls>(program('door-process'))
  const before = await input.usage()
  const storm = await doors.call('storm', { doors: input.addresses })
  await sleep(settleMs)
  const after = await input.usage()
  return { ...storm, kilobytes: (after.rssBytes - before.rssBytes) / 1_000 / input.addresses.length, doors }
}

/** A thousand doors with lists of 500 cards: their memory, and how soon all are back after a restart. */
export const measureFleet = async (): Promise<Row[]> => {
  const dataDir = newDataDir()
  const port = String(await freePort())
  const start = () => startPortal([dataDir, port])
  let portal = start()
  const { url, connectionString } = await portal.call('ready')
  const { doors } = await seed(connectionString, { doors: deviceCount })
  const server = url.replace('http', 'ws')
  const addresses = doors.map(({ serial, key }) => ({ url: `${server}/ws/access/door/${serial}`, key }))
  await portal.stop()
  portal = start()
  await portal.call('ready')
  const first = await connectAll({ usage: () => portal.call('usage'), addresses })

  const bare = startChild<BareCalls>(program('bare-process'))
  const bareServer = (await bare.call('ready')).url.replace('http', 'ws')
  const plain = await connectAll({
    usage: () => bare.call('usage'),
    addresses: doors.map(({ serial }) => ({ url: `${bareServer}/${serial}` })),
  })
  await portal.stop()
  await first.doors.stop()
  portal = start()
  await portal.call('ready')
  const again = await connectAll({ usage: () => portal.call('usage'), addresses })
  return [
    {
      what: 'memory a connected door, 1,000 doors',
      figure: first.kilobytes,
      unit: 'kB',
      baseline: { what: 'bare sockets', figure: plain.kilobytes },
    },
    {
      what: 'restart until the last of 1,000 doors holds its list',
      figure: again.lastMs / 1_000,
      unit: 's',
      baseline: { what: 'bare sockets connected', figure: plain.lastMs / 1_000 },
      note: `${again.retries} tries were put off`,
    },
  ]
}
