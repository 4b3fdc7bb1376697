import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createEmptyTestDatabase } from '#platform/db/test-database.ts'
import { createLog } from '#platform/log/log.ts'
import { readConfig } from './config.ts'
import { openServices, type OpenOptions } from './services.ts'
import { command, newFolder } from './test-process.ts'

/** Opens a portal on a folder and a database as a start does, and closes it again. */
const open = async (dataDir: string, databaseUrl?: string, options?: OpenOptions): Promise<void> => {
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })
  const { close } = await openServices(config, createLog('silent'), options)
  await close()
}

const emptyDatabase = async () => (await createEmptyTestDatabase()).connectionString

test('a folder that had a database of its own begins none anew when that is gone, until one says so', async () => {
  const dataDir = newFolder()
  await open(dataDir)
  const postgres = join(dataDir, 'postgres')
  renameSync(postgres, `${postgres}.away`)

  await expect(command(dataDir, 'staff', 'list')).rejects.toThrow(
    /is empty, but .* belongs to a portal that has been in use[^]*restore a backup[^]*delete the file/,
  )
  expect(existsSync(postgres)).toBe(false)
  renameSync(`${postgres}.away`, postgres)
  await open(dataDir)

  rmSync(postgres, { recursive: true })
  rmSync(join(dataDir, 'installation'))
  await open(dataDir)
  // Deleted on purpose it is forgotten as well.
  await command(dataDir, 'reset', '--yes')
  await open(dataDir)
})

test('an empty database at DATABASE_URL is refused where the folder knows another, and left empty', async () => {
  const dataDir = newFolder()
  const [first, second] = [await emptyDatabase(), await emptyDatabase()]
  await open(dataDir, first)
  await expect(open(dataDir, second)).rejects.toThrow(/is empty, but .*, with the database .*[^]*set it as it was/)
  await open(dataDir, first)
  // As an import does, which fills it.
  await open(dataDir, second, { beginsAnew: true })
  await expect(open(dataDir, first)).rejects.toThrow('belongs to another portal')
  await open(dataDir, second)
  // Without DATABASE_URL a new one of its own would be created.
  await expect(open(dataDir)).rejects.toThrow(/has been in use[^]*set that again/)
})

test('a folder whose database moved to DATABASE_URL does not go back to its older one by itself', async () => {
  const dataDir = newFolder()
  await open(dataDir)
  await open(dataDir, await emptyDatabase(), { beginsAnew: true })
  await expect(open(dataDir)).rejects.toThrow('Set DATABASE_URL again')
})

test('several processes on one database each know it in their own folder', async () => {
  const databaseUrl = await emptyDatabase()
  const [one, two] = [newFolder(), newFolder()]
  await open(one, databaseUrl)
  rmSync(join(two, 'secret-key'), { force: true })
  renameSync(join(one, 'secret-key'), join(two, 'secret-key'))
  await open(two, databaseUrl)
  await expect(open(two, await emptyDatabase())).rejects.toThrow('has been in use')
})
