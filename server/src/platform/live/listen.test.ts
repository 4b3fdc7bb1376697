import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabaseLine } from '../db/database-line.testing.ts'
import { createTestDatabase } from '../db/test-database.ts'
import { createLog } from '../log/log.ts'
import { listen } from './listen.ts'

const listenBehind = async (rewrite?: (sent: Buffer) => Buffer) => {
  const database = await createTestDatabase()
  const line = await openDatabaseLine(database.connectionString, rewrite)
  const logged: string[] = []
  const listener = await listen({
    connectionString: line.connectionString,
    log: createLog('info', { write: (text: string) => void logged.push(text) }),
    onNotice: () => undefined,
    onReturn: () => undefined,
    answerMs: 1_000,
  })
  onTestFinished(async () => {
    await listener.close()
    await line.close()
    await database.drop()
  })
  const connections = async () => {
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and application_name = 'spacekeeper live'",
    )
    await client.end()
    return rows.length
  }
  return { listener, line, logged, connections }
}

test('a database that answers but passes no notices on is deaf, which the log says with what to do', async () => {
  // Of the same length, so that the lengths of the messages stay right.
  const unheard = (sent: Buffer) =>
    Buffer.from(sent.toString('latin1').replace('listen spacekeeper', "select 'unlisten' "), 'latin1')
  const { listener, logged } = await listenBehind(unheard)
  expect(listener.state()).toBe('deaf')
  expect(logged.join('')).toContain('PgBouncer')
})

test('a database that passes notices on is listened to', async () => {
  const { listener } = await listenBehind()
  expect(listener.state()).toBe('listening')
})

test('tries to listen that fail leave no connection behind', async () => {
  let isRefused = false
  let tries = 0
  const refusing = (sent: Buffer) => {
    const text = sent.toString('latin1')
    if (!isRefused || !text.includes('listen spacekeeper')) return sent
    tries += 1
    return Buffer.from(text.replace('listen spacekeeper', 'select 1/0        '), 'latin1')
  }
  const { listener, line, connections } = await listenBehind(refusing)
  expect(await connections()).toBe(1)
  isRefused = true
  await line.cut()
  await line.mend()
  await expect.poll(() => tries).toBeGreaterThan(3)
  await expect.poll(connections).toBeLessThanOrEqual(1)
  isRefused = false
  await expect.poll(listener.state).toBe('listening')
  await expect.poll(connections).toBe(1)
})
