import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startRun, type Part } from './run.ts'
import type { Row } from './table.ts'

const aRow = (what: string): Row => ({ what, figure: 2, unit: 'ms', baseline: { what: 'nothing', figure: 1 } })

const startParts = (parts: Part[]) => {
  const [printed, said]: [string[], string[]] = [[], []]
  const run = startRun(parts, { print: (line) => printed.push(line), say: (line) => said.push(line) })
  return { ...run, printed, said }
}

test('the rows of a part are printed when it ends, under its name', async () => {
  const second = Promise.withResolvers<Row[]>()
  const reached = Promise.withResolvers<void>()
  const { ended, printed } = startParts([
    { name: 'first', measure: async () => [aRow('a call')] },
    { name: 'second', measure: () => (reached.resolve(), second.promise) },
  ])
  await reached.promise
  expect(printed).toEqual([expect.stringMatching(/first.*figure.*\na call +2 ms +1 ms +nothing +2\.00\n/)])
  second.resolve([aRow('another')])
  expect(await ended).toEqual({ hasFailed: false })
  expect(printed[1]).toContain('another')
})

test('a part that fails leaves the others their rows', async () => {
  const { ended, printed, said } = startParts([
    { name: 'broken', measure: () => Promise.reject(new Error('no such table')) },
    { name: 'whole', measure: async () => [aRow('a call')] },
  ])
  expect(await ended).toEqual({ hasFailed: true })
  expect(printed).toEqual([expect.stringContaining('a call')])
  expect(said.join('')).toContain('broken… failed: no such table')
})

test('what an interruption cut off counts neither as measured nor as failed', async () => {
  const cut = Promise.withResolvers<Row[]>()
  const reached = Promise.withResolvers<void>()
  const { ended, interrupt, printed, said } = startParts([
    { name: 'first', measure: async () => [aRow('a call')] },
    { name: 'second', measure: () => (reached.resolve(), cut.promise) },
    { name: 'third', measure: async () => [aRow('never')] },
  ])
  await reached.promise
  interrupt()
  cut.reject(new Error('terminating connection'))
  expect(await ended).toEqual({ hasFailed: false })
  expect(printed).toHaveLength(1)
  expect(said.at(-1)).toBe('\nInterrupted. Not measured: second, third.\n')
})

const isThere = (url: string) =>
  fetch(url).then(
    () => true,
    () => false,
  )

test.each(['SIGINT', 'SIGTERM'] as const)('on %s it ends, and so do its processes', async (signal) => {
  const program = fileURLToPath(new URL('./interrupted.testing.ts', import.meta.url))
  const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = text(child.stderr)
  const ended = once(child, 'close')
  let printed = ''
  let url: string | undefined
  for await (const piece of child.stdout.setEncoding('utf8')) {
    printed += String(piece)
    url = /^http:\S+$/m.exec(printed)?.[0]
    if (url !== undefined) break
  }
  expect(printed).toMatch(/^rows so far +1$/m)
  expect(await isThere(url ?? '')).toBe(true)
  child.kill(signal)
  expect(await ended).toEqual([130, null])
  expect(await isThere(url ?? '')).toBe(false)
  expect(await said).toMatch(/^quick… \d+ s\nendless…\nInterrupted\. Not measured: endless, later\.\n$/)
})
