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
  return { listener, logged }
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
