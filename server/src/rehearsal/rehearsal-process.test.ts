import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { makeFolder, removeFolder, sweepFolders } from './rehearsal-folders.ts'
import { Rehearsals } from './rehearsals.ts'

vi.setConfig({ testTimeout: 200_000 })

let space: TestPortal
beforeAll(async () => {
  space = await startTestPortal()
})
afterAll(() => space.close())

const folders = () => new Set(readdirSync(tmpdir()).filter((name) => name.startsWith('spacekeeper-rehearsal-')))

/** The folders that are there now and were not before. */
const newSince = (before: ReadonlySet<string>) => [...folders()].filter((name) => !before.has(name))

const start = async (rehearsals: Rehearsals) => {
  onTestFinished(() => rehearsals.end())
  const before = folders()
  await rehearsals.start()
  return newSince(before)
}

test('a rehearsal whose process is killed says so, leaves no database behind, and is started anew', async () => {
  const rehearsals = new Rehearsals(space.services)
  const [folder = ''] = await start(rehearsals)
  await vi.waitUntil(() => rehearsals.describe().state === 'ready', { timeout: 100_000, interval: 50 })
  process.kill(rehearsals.pid ?? 0, 'SIGKILL')
  await vi.waitUntil(() => rehearsals.describe().state === 'failed', { timeout: 30_000, interval: 20 })
  expect(rehearsals.describe().problem).toBe('It ended unexpectedly.')
  expect(() => rehearsals.order({ kind: 'tour' })).toThrow('rehearsalGone')
  await vi.waitUntil(() => !existsSync(join(tmpdir(), folder)), { timeout: 30_000, interval: 50 })
  await rehearsals.start()
  await vi.waitUntil(() => rehearsals.describe().state === 'ready', { timeout: 100_000, interval: 50 })
})

test('a rehearsal that is given no order ends by itself, and its folder goes with it', async () => {
  const rehearsals = new Rehearsals(space.services, { unusedMs: 300 })
  const [folder = ''] = await start(rehearsals)
  await vi.waitUntil(() => rehearsals.describe().state === 'none', { timeout: 60_000, interval: 50 })
  await expect.poll(() => existsSync(join(tmpdir(), folder)), { timeout: 60_000 }).toBe(false)
})

test('what a killed portal left of its rehearsals is swept, and one that has just begun is not', async () => {
  const [old, young] = [makeFolder(), makeFolder()]
  onTestFinished(() => removeFolder(young, space.services.log))
  mkdirSync(join(old, 'postgres'))
  const longAgo = new Date(Date.now() - 10 * 60_000)
  utimesSync(old, longAgo, longAgo)
  await sweepFolders(space.services.log)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})
