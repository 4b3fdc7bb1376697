import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { installedElectron } from './electron-program.ts'

const cache = mkdtempSync(join(tmpdir(), 'spacekeeper-electron-'))
afterAll(() => rmSync(cache, { recursive: true, force: true }))
const unreachable = { ELECTRON_MIRROR: 'http://127.0.0.1:1/', electron_config_cache: cache }

/** As on a machine that does not reach the place Electron is kept at. */
const run = (...args: string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'package.ts'), ...args], {
    env: { ...process.env, ...unreachable },
    encoding: 'utf8',
  })

describe.skipIf(installedElectron() !== undefined)('where Electron cannot be fetched', () => {
  test('making installers is skipped, which is said', () => {
    const { status, stdout } = run()
    expect(stdout).toContain('Skipped: Electron cannot be fetched from here, so no installers were made.')
    expect(status).toBe(0)
  })

  test('a failure is reported where installers are required', () => {
    expect(run('--insist').status).toBe(1)
  })
})
