import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { prepareDemoFolder } from './demo-folder.ts'

const log = pino({ level: 'silent' })

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'spacekeeper-demo-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'data')
}

test('a demonstration starts in a folder of its own, goes on there, and starts over when asked', async () => {
  const dataDir = newFolder()
  await prepareDemoFolder({ dataDir, isFresh: false, log })
  writeFileSync(join(dataDir, 'doors.json'), '[]')
  await prepareDemoFolder({ dataDir, isFresh: false, log })
  expect(existsSync(join(dataDir, 'doors.json'))).toBe(true)
  await prepareDemoFolder({ dataDir, isFresh: true, log })
  expect(existsSync(join(dataDir, 'doors.json'))).toBe(false)
})

test('the folder of a real portal is neither filled nor deleted', async () => {
  const dataDir = newFolder()
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  for (const isFresh of [false, true]) {
    await expect(prepareDemoFolder({ dataDir, isFresh, log })).rejects.toThrow('no demonstration')
  }
  expect(existsSync(join(dataDir, 'postgres'))).toBe(true)
})
