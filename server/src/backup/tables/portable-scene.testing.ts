import { join } from 'node:path'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { createLog } from '#platform/log/log.ts'
import { databaseImportOf } from '../../cli/portable.ts'
import { readConfig } from '../../config.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { anEmptyFolder } from '../backup-scene.testing.ts'
import { importDatabase } from './database-import.ts'
import { exportToFolder, openExport } from './table-folder.ts'

export const SECRET_KEY = 'walnut-lathe-51-walnut-lathe-51-'
export const log = createLog('silent')

/** A running portal, whose database is exported. */
export const aPortal = async (): Promise<TestPortal> => {
  const portal = await startTestPortal()
  onTestFinished(() => portal.close())
  return portal
}

/** The files that an export of a database has written. */
export const exported = async ({ ownerUrl }: { ownerUrl: string }, secretKey: string | null = null) => {
  const folder = join(anEmptyFolder(), 'export')
  const facts = { ownerUrl, madeAt: new Date('2026-11-29T10:00:00Z') }
  const set = await exportToFolder(folder, { ...facts, hasSecretKey: secretKey !== null, secretKey })
  return { folder, set }
}

export const query = async (connectionString: string, text: string): Promise<Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

/** Imports as the command line does, into an empty database at this address. */
export const importInto = async (
  url: string,
  folder: string,
  finish: () => Promise<void> = () => Promise.resolve(),
) => {
  const config = readConfig({ DATABASE_URL: url, DATA_DIR: anEmptyFolder(), SECRET_KEY })
  return importDatabase(databaseImportOf(config), await openExport(folder), finish)
}
