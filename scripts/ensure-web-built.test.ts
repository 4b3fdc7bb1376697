import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fingerprintFile, sourceFingerprint } from '../web/source-fingerprint.ts'
import { ensureWebBuilt } from './ensure-web-built.ts'

/** A folder of screens from which Vite cannot be found, as after an installation without what developers need. */
const aRelease = (fingerprint?: string) => {
  const web = mkdtempSync(join(tmpdir(), 'spacekeeper-release-'))
  onTestFinished(() => rmSync(web, { recursive: true, force: true }))
  writeFileSync(join(web, 'package.json'), '{}')
  mkdirSync(join(web, 'src'))
  if (fingerprint === undefined) return web
  mkdirSync(join(web, 'dist'))
  writeFileSync(join(web, 'dist', fingerprintFile), `${fingerprint}\n`)
  return web
}

test('screens that were built from these sources are used without what builds them', () => {
  expect(() => ensureWebBuilt(aRelease(sourceFingerprint()))).not.toThrow()
})

test('screens without the sources they were built from, as in an image, are used as they are', () => {
  const web = aRelease('of this version')
  rmdirSync(join(web, 'src'))
  expect(() => ensureWebBuilt(web)).not.toThrow()
})

test('without what builds them, missing screens and those of other sources are refused with what to do', () => {
  expect(() => ensureWebBuilt(aRelease())).toThrow(
    /^The screens are not built, and Vite.*"npm ci" without "--omit=dev"/,
  )
  expect(() => ensureWebBuilt(aRelease('of another version'))).toThrow(/^web\/dist was built from other sources/)
})

/** A Vite that builds everything but what a folder of this name holds. */
const putVite = (web: string, broken: string) => {
  const vite = join(web, 'node_modules/vite')
  mkdirSync(join(vite, 'bin'), { recursive: true })
  writeFileSync(join(vite, 'package.json'), '{}')
  writeFileSync(
    join(vite, 'bin/vite.js'),
    `process.exitCode = process.cwd().endsWith(${JSON.stringify(broken)}) ? 1 : 0`,
  )
}

test('a program that can’t be built is no reason to refuse the start, and screens that can’t be are', () => {
  const web = aRelease('of another version')
  const server = join(web, 'server')
  mkdirSync(server)
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => said.mockRestore())
  putVite(web, 'server')
  expect(() => ensureWebBuilt(web, server)).not.toThrow()
  expect(said).toHaveBeenCalledWith(expect.stringContaining('so its sources run'))
  putVite(web, web)
  expect(() => ensureWebBuilt(web, server)).toThrow('The screens could not be built.')
})
