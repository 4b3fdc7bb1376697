import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ensureWebBuilt } from '../../scripts/ensure-web-built.ts'
import { freePort } from '../../server/src/platform/http/free-port.ts'
import { endProcess, startProcess } from './children.ts'
import { clockMs, median } from './stats.ts'
import type { Row } from './table.ts'
import { newDataDir, startOptions } from './world.ts'

/** As people start it. */
const program = fileURLToPath(new URL('../../scripts/start.ts', import.meta.url))
const lateMs = 60_000

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )

/** Starts the portal with the options of `npm start`, and waits until it is ready. */
export const startAsPeople = async (dataDir: string): Promise<{ child: ChildProcess; ms: number }> => {
  const port = await freePort()
  const env = {
    ...process.env,
    DATABASE_URL: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
  }
  const startedAt = clockMs()
  const child = startProcess(process.execPath, [...startOptions(), program], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  try {
    while (!(await isReady(port))) {
      if (child.exitCode !== null) throw new Error(`The portal ended with ${child.exitCode} instead of starting.`)
      if (clockMs() - startedAt > lateMs) throw new Error('The portal did not start in a minute.')
      await sleep(5)
    }
    return { child, ms: clockMs() - startedAt }
  } catch (error) {
    await endProcess(child)
    throw error
  }
}

const timeStart = async (dataDir: string): Promise<number> => {
  const { child, ms } = await startAsPeople(dataDir)
  await endProcess(child)
  return ms
}

const timeNode = async (): Promise<number> => {
  const startedAt = clockMs()
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'exit')
  return clockMs() - startedAt
}

/** From the start of the process until /readyz answers: with an empty folder, and with the one of the last time. */
export const measureStarts = async (rounds: number): Promise<Row[]> => {
  const times = { first: [] as number[], later: [] as number[], node: [] as number[] } // filled below
  ensureWebBuilt()
  for (let round = 0; round < rounds; round += 1) {
    const dataDir = newDataDir()
    times.node.push(await timeNode())
    times.first.push(await timeStart(dataDir))
    times.later.push(await timeStart(dataDir))
  }
  const baseline = { what: 'node -e 0', figure: median(times.node) }
  return [
    {
      what: 'first start, empty data folder',
      figure: median(times.first),
      unit: 'ms',
      baseline,
      aim: { of: 'figure', atMost: 2_000 },
    },
    { what: 'later start', figure: median(times.later), unit: 'ms', baseline, aim: { of: 'figure', atMost: 1_200 } },
  ]
}
