import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findPostmaster } from '#platform/db/postmaster-file.ts'
import { freePort } from '#platform/http/free-port.ts'
import { afterThis, byProgram, end, main, newFolder } from './test-process.ts'

const root = join(import.meta.dirname, '../..')

const isAnswering = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )

/** Starts a program with a portal in it; `output` grows as it prints. */
const launch = async (command: string[], dataDir: string) => {
  const [program = '', ...args] = command
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), HOST: '127.0.0.1' }
  const child = spawn(program, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  afterThis(() => end(child, 'SIGKILL'))
  const seen = { output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (seen.output += chunk.toString()))
  return { child, port, seen }
}

test.for<[string, NodeJS.Signals]>([
  ['npm start', 'SIGTERM'],
  ['npm run demo -- --no-simulators', 'SIGINT'],
])('%s ends in order with its PostgreSQL when npm alone gets %s', async ([line, signal]) => {
  const dataDir = join(newFolder(), 'data')
  const { child, port, seen } = await launch(line.split(' '), dataDir)
  // The first of these may have to build the screens.
  await expect.poll(() => seen.output, byProgram).toContain('ready at')
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeDefined()

  const exited = once(child, 'exit')
  child.kill(signal)
  expect(await exited).toEqual([0, null])
  expect(await isAnswering(port)).toBe(false)
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  // Only who ends in order removes it.
  expect(existsSync(join(dataDir, 'portal.lock'))).toBe(false)
})

test('a portal that is asked to stop while it starts ends in order, however often it is asked', async () => {
  const dataDir = join(newFolder(), 'data')
  const { child } = await launch([process.execPath, main], dataDir)
  await expect.poll(() => existsSync(join(dataDir, 'postgres')), byProgram).toBe(true)
  const exited = once(child, 'exit')
  child.kill('SIGINT')
  child.kill('SIGINT')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(findPostmaster(join(dataDir, 'postgres'))).toBeUndefined()
  expect(existsSync(join(dataDir, 'portal.lock'))).toBe(false)
})
