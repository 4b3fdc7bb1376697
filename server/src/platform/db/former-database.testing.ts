import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import { migrate, migrationNames } from './migrate.ts'
import { createEmptyTestDatabase } from './test-database.ts'

const folder = resolve(import.meta.dirname, '../../../migrations')

/** A database as it was before the migration of this number; `update` brings it to today's. */
export const createFormerDatabase = async (number: string) => {
  const log = pino({ level: 'silent' })
  const { connectionString } = await createEmptyTestDatabase()
  const before = mkdtempSync(join(tmpdir(), 'spacekeeper-migrate-'))
  onTestFinished(() => rmSync(before, { recursive: true, force: true }))
  for (const name of migrationNames().filter((one) => one < number))
    cpSync(join(folder, `${name}.sql`), join(before, `${name}.sql`))
  await migrate({ connectionString, folder: before, log })
  const client = new pg.Client({ connectionString })
  await client.connect()
  onTestFinished(() => client.end())
  return {
    connectionString,
    rows: async (text: string, values: unknown[] = []) =>
      (await client.query<Record<string, unknown>>(text, values)).rows,
    update: () => migrate({ connectionString, log }),
  }
}
