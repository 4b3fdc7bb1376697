import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { createLog } from '#platform/log/log.ts'
import { anEmptyFolder } from './backup-scene.testing.ts'
import { changePlaces, finishRestore } from './restore.ts'

const ready = { former: 'before-then', archive: 'a.backup', names: ['postgres', 'postgres-password', 'secret-key'] }

/** A folder with an older portal and a verified copy, each file saying whose it is. */
const aScene = (own: readonly string[]): string => {
  const dataDir = anEmptyFolder()
  const put = (folder: string, names: readonly string[], whose: string) => {
    mkdirSync(folder, { recursive: true })
    for (const name of names)
      if (name === 'postgres') {
        mkdirSync(join(folder, name))
        writeFileSync(join(folder, name, 'PG_VERSION'), whose)
      } else writeFileSync(join(folder, name), whose)
  }
  put(dataDir, own, 'old')
  put(join(dataDir, 'restoring'), ready.names, 'new')
  writeFileSync(join(dataDir, 'restoring/ready.json'), JSON.stringify(ready))
  return dataDir
}

const whose = (folder: string, name: string) =>
  readFileSync(join(folder, name === 'postgres' ? 'postgres/PG_VERSION' : name), 'utf8')

const cases = [
  ['a whole portal', ['postgres', 'postgres-password', 'secret-key', 'ballot-keys']],
  ['a portal whose secret key is in the environment', ['postgres', 'postgres-password']],
  ['nothing', []],
] as const

test.each(cases)('wherever a change of places with %s is cut off, the next finishes it', async (_, own) => {
  for (let cutAfter = 0; cutAfter <= 7; cutAfter += 1) {
    const dataDir = aScene(own)
    let moves = 0
    const moveUntilCut: typeof rename = async (from, to) => {
      if (moves === cutAfter) throw new Error('killed')
      moves += 1
      await rename(from, to)
    }
    await changePlaces(dataDir, ready, moveUntilCut).catch(() => undefined)
    await changePlaces(dataDir, ready)
    for (const name of ready.names) expect(whose(dataDir, name)).toBe('new')
    for (const name of own) expect(whose(join(dataDir, 'before-then'), name)).toBe('old')
    expect(readdirSync(dataDir).toSorted()).toEqual([...(own.length > 0 ? ['before-then'] : []), ...ready.names])
  }
})

test('a portal does not begin with an empty database where a restore was cut off', async () => {
  const dataDir = aScene([])
  await expect(startEmbeddedPostgres({ dataDir }, createLog('silent'))).rejects.toThrow('was interrupted')
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test('a portal that starts takes what was restored from its page, and leaves alone what the command has not finished', async () => {
  const dataDir = aScene(['postgres', 'postgres-password', 'secret-key'])
  expect(await finishRestore(dataDir)).toBeNull()
  expect(whose(dataDir, 'postgres')).toBe('old')
  writeFileSync(join(dataDir, 'restoring/ready.json'), JSON.stringify({ ...ready, isForStart: true }))
  expect(await finishRestore(dataDir)).toBe('a.backup')
  expect(whose(dataDir, 'postgres')).toBe('new')
  expect(whose(join(dataDir, 'before-then'), 'postgres')).toBe('old')
  expect(await finishRestore(dataDir)).toBeNull()
  expect(await finishRestore(join(dataDir, 'not-there'))).toBeNull()
})
