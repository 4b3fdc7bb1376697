/** What the same database does without a portal: rows like swipes, each in a transaction of its own. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serveCalls } from './calls.ts'
import { clockMs, percentile } from './stats.ts'

const table = 'create table if not exists bench_rows (like swipes including all)'
const insert = {
  name: 'insert',
  text: `insert into bench_rows (device_id, member_id, card_number, outcome, swiped_at) values ($1, $2, $3, 'granted', now())`,
}

const run = async (input: { connectionString: string; connections: number; seconds: number }) => {
  const clients = Array.from({ length: input.connections }, () => new pg.Client(input.connectionString))
  await Promise.all(clients.map((client) => client.connect()))
  try {
    await clients[0]?.query(table)
    const times: number[] = []
    let isOver = false
    const insertOn = async (client: pg.Client) => {
      while (!isOver) {
        const startedAt = clockMs()
        await client.query({ ...insert, values: [1, 1, '0001234567'] })
        times.push(clockMs() - startedAt)
      }
    }
    const startedAt = clockMs()
    const working = clients.map(insertOn)
    await sleep(input.seconds * 1_000)
    isOver = true
    await Promise.all(working)
    const seconds = (clockMs() - startedAt) / 1_000
    await clients[0]?.query('truncate bench_rows')
    return { perSecond: times.length / seconds, p50Ms: percentile(times, 0.5), p99Ms: percentile(times, 0.99) }
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

const calls = { run }
export type InsertCalls = typeof calls

serveCalls(calls)
