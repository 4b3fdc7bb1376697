import { mkdirSync, mkdtempSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
