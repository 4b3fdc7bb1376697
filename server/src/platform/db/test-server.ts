import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { migrateJobs } from '../jobs/migrate-jobs.ts'
import { createAccounts, giveRights } from './database-accounts.ts'
import { startEmbeddedServer, type EmbeddedServer } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { createDatabaseFrom } from './test-database.ts'

/** For databases that live for a file of tests: nothing is kept safe, nothing tidied up, and many connect. */
const throwawaySettings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  io_method: 'sync',
  max_connections: '200',
  // Thousands of connections prove passwords that no other machine can try.
  scram_iterations: '1',
}

/** A server that is given has one account for everything, as with DATABASE_URL. */
const startServer = async (): Promise<EmbeddedServer & { hasAccounts: boolean }> => {
  const given = process.env['TEST_DATABASE_URL']
  if (given) return { adminUrl: given, hasAccounts: false, close: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'spacekeeper-test-'))
  const server = await startEmbeddedServer(
    { dataDir, settings: throwawaySettings, isThrowaway: true },
    pino({ level: 'error' }),
  )
  const close = async (): Promise<void> => {
    await server.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { adminUrl: server.adminUrl, hasAccounts: true, close }
}

const dropAll = async (adminUrl: string, prefix: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const found = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [prefix],
    )
    for (const { datname } of found.rows) await client.query(`drop database ${datname} with (force)`)
  } finally {
    await client.end()
  }
}

let undo: (() => Promise<void>) | undefined

/** Vitest's global set-up: one server for the run, and on it a migrated template that every test file clones. */
export const setup = async (project: TestProject): Promise<void> => {
  const server = await startServer()
  const template = `spacekeeper_test_${randomBytes(4).toString('hex')}`
  undo = async () => {
    try {
      await dropAll(server.adminUrl, template)
    } finally {
      await server.close()
    }
  }
  try {
    const { adminUrl, hasAccounts } = server
    if (hasAccounts) await createAccounts(adminUrl)
    const urls = await createDatabaseFrom('template0', { adminUrl, hasAccounts, name: template })
    const target = { connectionString: urls.ownerUrl, log: pino({ level: 'error' }) }
    await migrate(target)
    await migrateJobs(target)
    await giveRights(urls)
    project.provide('testServer', { adminUrl, hasAccounts, template })
  } catch (error) {
    await teardown()
    throw error
  }
}

/** Drops what every file of the run left behind, also after failures. */
export const teardown = async (): Promise<void> => {
  await undo?.()
  undo = undefined
}
