import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTestPortal } from '../portal.testing.ts'
import { readWebBuild } from './version.ts'

test('the fingerprint of the screens is read beside them, and is empty where none were built', () => {
  const folder = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect(readWebBuild(join(folder, 'dist'))).toBe('')
  mkdirSync(join(folder, 'dist'))
  writeFileSync(join(folder, 'dist', 'sources.txt'), `${'5e'.repeat(32)}\n`)
  expect(readWebBuild(join(folder, 'dist'))).toBe('5e'.repeat(8))
})

test('every page is told which screens the portal serves, beside the number of the version', async () => {
  const portal = await startTestPortal({ webBuild: 'ab12' })
  onTestFinished(() => portal.close())
  const config = await (await portal.as(null)).home.getConfig()
  expect(config).toMatchObject({ build: 'ab12', version: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
})
