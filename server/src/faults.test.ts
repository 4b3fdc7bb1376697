import { startDoor, type Door } from '@spacekeeper/simulators/door.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openFaultyLine, type FaultKind, type FaultPoint, type FaultyLine } from '#platform/db/faulty-line.testing.ts'
import { freePort } from '#platform/http/free-port.ts'
import { aDevice } from './devices/factory.ts'
import { checkBalances, faultyActs, type FaultyAct, type FaultyScene } from './faulty-acts.testing.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'
import { someOf } from './random-runs.testing.ts'
import { end, newFolder, startProcess } from './test-process.ts'

let portal: TestPortal
let line: FaultyLine
let url: string
let doorKeys: { id: number; serial: string; key: string }
let door: Door
let scene: FaultyScene

const openDoor = (server: string) => {
  door = startDoor({ server, serial: doorKeys.serial, key: doorKeys.key, storePath: null, reconnectMs: 50 })
}

beforeAll(async () => {
  portal = await startTestPortal({
    through: async (connectionString) => {
      line = await openFaultyLine(connectionString)
      return line.lead(connectionString)
    },
  })
  url = await portal.listen()
  doorKeys = await aDevice(portal.db, { kind: 'door' })
  openDoor(url)
  scene = { portal, door: { id: doorKeys.id, list: () => door.list() } }
})
afterAll(async () => {
  await door.close()
  await portal.close()
  await line.close()
})

type Act = (typeof faultyActs)[number]
type Fault = Act & { point: FaultPoint }

/** Asks a portal that loses its database, or will be killed, on the way; whether the client heard that it is done all the same. */
const askAt = async (at: string, { prepare, point }: Fault, kind: FaultKind) => {
  const act = await prepare(scene, at)
  const struck = line.strike(point, kind)
  const told = act.ask().catch(() => false)
  await struck
  return { act, told }
}

const findFaults = async (act: Act): Promise<Fault[]> => {
  const rehearsed = await act.prepare(scene, url)
  const points = await line.findPoints(async () => expect(await rehearsed.ask(), act.name).toBe(true), act.table)
  await rehearsed.check()
  return points.map((point) => ({ ...act, point }))
}

/** Asks until it is heard, and holds it against the database. */
const finish = async (act: FaultyAct, now: string, label: string) => {
  await expect.poll(() => act.askAgain(now).catch(() => false), { message: label }).toBe(true)
  await act.check()
}

const labelOf = ({ name, point }: Fault) => `${name}, ${point.side} statement ${point.at}`

test.each(faultyActs)(
  'with its database gone at any statement of $name, it is done once when asked again',
  async (one) => {
    const faults = await findFaults(one)
    expect(faults.length).toBeGreaterThan(1)
    for (const fault of someOf(one.name, faults)) {
      const { act, told } = await askAt(url, fault, 'cut')
      if (await told) await act.check()
      await finish(act, url, labelOf(fault))
    }
    await checkBalances(portal)
  },
)

/** So many wait at once in one portal, whose pool has ten connections. */
const atOnce = 8

/** Takes the faults of which the next kill of the portal ends all; of acts that take turns there is one. */
const takeGroup = (waiting: Fault[]): Fault[] => {
  const turn = waiting.find((fault) => fault.takesTurns)
  const group = [...waiting.filter((fault) => !fault.takesTurns).slice(0, atOnce - 1), ...(turn ? [turn] : [])]
  for (const fault of group) waiting.splice(waiting.indexOf(fault), 1)
  return group
}

const reads = /^\s*select\b(?!.*(?:add_job|pg_notify))/is

/** At every write. Of acts that take turns the last, as many as there are kills anyway: the commit is among them. */
const chooseFaults = (all: Fault[]): Fault[] => {
  const written = all.filter(({ point: { script, at } }) => !reads.test(script[at] ?? ''))
  const free = written.filter((fault) => !fault.takesTurns)
  const turns = written.filter((fault) => fault.takesTurns)
  return [...free, ...turns.slice(-Math.ceil(free.length / (atOnce - 1)))]
}

test('with the portal killed at any write of these, each is done once when asked again', async () => {
  const all: Fault[] = []
  for (const act of faultyActs) all.push(...(await findFaults(act)))
  const waiting = someOf('kills', chooseFaults(all))
  await door.close()
  vi.stubEnv('DATABASE_URL', line.lead(portal.ownerUrl))
  try {
    const [dataDir, port] = [newFolder(), await freePort()]
    let running = await startProcess(dataDir, port)
    openDoor(running.url)
    while (waiting.length > 0) {
      await door.until(({ isAuthorised }) => isAuthorised)
      const asked = []
      for (const fault of takeGroup(waiting)) asked.push({ fault, ...(await askAt(running.url, fault, 'hold')) })
      await end(running.child, 'SIGKILL')
      running = await startProcess(dataDir, port)
      for (const { act, told, fault } of asked) {
        expect(await told, labelOf(fault)).toBe(false)
        await finish(act, running.url, labelOf(fault))
      }
    }
    await checkBalances(portal)
  } finally {
    vi.unstubAllEnvs()
  }
})
