import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

/** What the global set-up hands to every test file. */
export type TestServer = { adminUrl: string; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

export type TestDatabase = { connectionString: string; drop: () => Promise<void> }

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

const open = new Set<TestDatabase>()

const create = async (statement: (name: string) => string): Promise<TestDatabase> => {
  const { adminUrl, template } = inject('testServer')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await runAsAdmin(adminUrl, statement(name))
  const url = new URL(adminUrl)
  url.pathname = `/${name}`
  const database: TestDatabase = {
    connectionString: url.href,
    drop: async () => {
      if (open.delete(database)) await runAsAdmin(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
  open.add(database)
  return database
}

/** A migrated database of its own, dropped after the file at the latest. */
export const createTestDatabase = (): Promise<TestDatabase> =>
  create((name) => `create database ${name} template ${inject('testServer').template}`)

/** A database without tables. */
export const createEmptyTestDatabase = (): Promise<TestDatabase> =>
  create((name) => `create database ${name} template template0`)

/** For the set-up file: what a test that failed left behind. */
export const dropTestDatabases = async (): Promise<void> => {
  await Promise.all([...open].map((database) => database.drop()))
}
