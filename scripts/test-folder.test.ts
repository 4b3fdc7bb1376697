import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestFolder, hasRoom } from './test-folder.ts'

let parent = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'spacekeeper-folder-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

test('a run begins in a folder of its own that says whose it is', () => {
  const folder = createTestFolder(parent)
  expect(dirname(folder)).toBe(parent)
  expect(basename(folder)).toMatch(new RegExp(`^sk-test-${process.pid}-\\w{6}$`))
})

test('what a killed run left is removed, and the folder of one that still runs is not', () => {
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  mkdirSync(join(parent, `sk-test-${pid}-abcdef`, 'postgres'), { recursive: true })
  mkdirSync(join(parent, 'another-1-abcdef'))
  const running = createTestFolder(parent)
  const next = createTestFolder(parent)
  expect(existsSync(running)).toBe(true)
  expect(readdirSync(parent).toSorted()).toEqual(['another-1-abcdef', basename(running), basename(next)].toSorted())
})

test('memory is used only where there is enough of it, and the folder can be written', () => {
  const much = 64 * 1024 ** 3
  expect(hasRoom({ path: parent, availableMemory: 1024 ** 3 })).toBe(false)
  expect(hasRoom({ path: join(parent, 'missing'), availableMemory: much })).toBe(false)
})
