import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { accountUrls, ownedByOwner, urlOfDatabase, type DatabaseUrls } from './database-accounts.ts'

/** What the global set-up hands to every test file. */
export type TestServer = { adminUrl: string; hasAccounts: boolean; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

export type TestDatabase = DatabaseUrls & { drop: () => Promise<void> }

/** Runs one statement as the owner of the test server. */
export const runAsAdmin = async (adminUrl: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Page by page through the log of the server it takes three times as long. */
const copiedByFile = 'strategy file_copy'

/** A copy of a database, for the accounts that the portal has on a server of its own. */
export const createDatabaseFrom = async (
  template: string,
  input: Omit<TestServer, 'template'> & { name: string },
): Promise<DatabaseUrls> => {
  const { adminUrl, hasAccounts, name } = input
  const owner = hasAccounts ? ownedByOwner : ''
  await runAsAdmin(adminUrl, `create database ${name} template ${template} ${owner} ${copiedByFile}`)
  const url = urlOfDatabase(adminUrl, name)
  return hasAccounts ? accountUrls(url) : { connectionString: url, ownerUrl: url }
}

const open = new Set<TestDatabase>()

const create = async (source: string): Promise<TestDatabase> => {
  const { adminUrl, hasAccounts, template } = inject('testServer')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  const urls = await createDatabaseFrom(source, { adminUrl, hasAccounts, name })
  const database: TestDatabase = {
    ...urls,
    drop: async () => {
      if (open.delete(database)) await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
  open.add(database)
  return database
}

/** A migrated database of its own, dropped after the file at the latest. */
export const createTestDatabase = (): Promise<TestDatabase> => create(inject('testServer').template)

/** A database without tables, for the one who owns it. */
export const createEmptyTestDatabase = async (): Promise<TestDatabase> => {
  const database = await create('template0')
  return { ...database, connectionString: database.ownerUrl }
}

/** For the set-up file: what a test that failed left behind. */
export const dropTestDatabases = async (): Promise<void> => {
  await Promise.all([...open].map((database) => database.drop()))
}
