import { existsSync, mkdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../portal.testing.ts'
import { byProgram } from '../test-process.ts'
import { makeFolder, removeFolder, sweepFolders } from './rehearsal-folders.ts'
import { openRehearsals, useOwnTemporaryFolder } from './rehearsals.testing.ts'

let space: TestPortal
beforeAll(async () => {
  space = await startTestPortal()
})
afterAll(() => space.close())

test('a rehearsal whose process is killed says so, leaves no database behind, and is started anew', async () => {
  const { rehearsals, folders, untilState } = openRehearsals(space.services)
  await rehearsals.start()
  await untilState('ready')
  expect(folders()).toHaveLength(1)
  process.kill(rehearsals.pid ?? 0, 'SIGKILL')
  await untilState('failed')
  expect(rehearsals.describe().problem).toBe('It ended unexpectedly.')
  expect(() => rehearsals.order({ kind: 'tour' })).toThrow('rehearsalGone')
  await expect.poll(folders, byProgram).toEqual([])
  await rehearsals.start()
  await untilState('ready')
})

test('a rehearsal that is given no order ends by itself, and its folder goes with it', async () => {
  const { rehearsals, folders, untilState } = openRehearsals(space.services, { unusedMs: 300 })
  await rehearsals.start()
  await untilState('none')
  await expect.poll(folders, byProgram).toEqual([])
})

test('what a killed portal left of its rehearsals is swept, and one that has just begun is not', async () => {
  useOwnTemporaryFolder()
  const [old, young] = [makeFolder(), makeFolder()]
  onTestFinished(() => removeFolder(young, space.services.log))
  mkdirSync(join(old, 'postgres'))
  const longAgo = new Date(Date.now() - 10 * 60_000)
  utimesSync(old, longAgo, longAgo)
  await sweepFolders(space.services.log)
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})
