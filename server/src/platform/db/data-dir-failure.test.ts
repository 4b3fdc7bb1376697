import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { explainDataDir } from './data-dir-failure.ts'
import { ensureDataDir } from './data-dir.ts'

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-data-dir-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const refusalOf = (dataDir: string) => {
  try {
    ensureDataDir(dataDir)
    return 'none'
  } catch (error) {
    return String(explainDataDir(dataDir, error))
  }
}

test('a folder is created with those above it', () => {
  expect(refusalOf(join(newFolder(), 'a/b/c'))).toBe('none')
})

test('a file in the place of the folder or above it is named', () => {
  const file = join(newFolder(), 'file')
  writeFileSync(file, '')
  expect(refusalOf(file)).toContain(`${file} is a file, and DATA_DIR has to be a folder.`)
  expect(refusalOf(join(file, 'data'))).toContain('below a file')
})

test.runIf(process.platform === 'linux')(
  'a place where nothing can be created is refused instead of tried for ever',
  () => {
    expect(refusalOf('/proc/nope')).toContain('The folder /proc/nope cannot be created there.')
    expect(refusalOf('/proc/nope/data')).toContain('cannot be created there. Choose another folder with DATA_DIR.')
  },
)

const refused = (facts: { code: string; syscall: string; path: string }) =>
  String(explainDataDir('/srv/data', Object.assign(new Error(`${facts.code}: raw`), facts)))

test.each([
  ['EACCES', 'open', '/srv/data/secret-key', 'cannot be'],
  ['EROFS', 'mkdir', '/srv/data', 'is on a file system that is read-only'],
  ['ENOSPC', 'write', '/srv/data/portal.lock', 'The disk of /srv/data is full'],
  ['EPERM', 'link', '/srv/data/portal.lock.1', 'cannot hold a database'],
  ['EIO', 'open', '/srv/data/secret-key', '/srv/data cannot be used (EIO: raw)'],
])('%s at %s of %s says what to do', (code, syscall, path, words) => {
  expect(refused({ code, syscall, path })).toContain(words)
})

test('an error that is not about the folder stays what it was', () => {
  const elsewhere = Object.assign(new Error('raw'), { code: 'ENOENT', syscall: 'open', path: '/etc/other' })
  expect(explainDataDir('/srv/data', elsewhere)).toBe(elsewhere)
})
