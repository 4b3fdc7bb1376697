/** Asks for one address again and again, each connection as other members in turn. */
import autocannon from 'autocannon'
import { serveCalls } from './calls.ts'
import { clockMs, percentile } from './stats.ts'

export type RequestLoad = { url: string; cookies: string[]; connections: number; seconds: number }
export type RequestResult = { perSecond: number; p50Ms: number; p99Ms: number }

const run = async ({ url, cookies, connections, seconds }: RequestLoad): Promise<RequestResult> => {
  const times: number[] = []
  let wrong = 0
  let firstAt = 0
  let lastAt = 0
  let client = 0
  const instance = autocannon({
    url,
    connections,
    duration: seconds,
    setupClient: (asked) => {
      const mine = cookies.filter((_, at) => at % connections === client % connections)
      client += 1
      if (mine.length > 0) asked.setRequests(mine.map((cookie) => ({ headers: { cookie } })))
    },
  })
  instance.on('response', (_client, status, _bytes, ms) => {
    lastAt = clockMs()
    firstAt ||= lastAt
    if (status !== 200) wrong += 1
    times.push(ms)
  })
  const { errors } = await instance
  if (wrong > 0 || errors > 0) throw new Error(`${url}: ${wrong} wrong answers, ${errors} errors`)
  return {
    perSecond: (times.length - 1) / ((lastAt - firstAt) / 1_000),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}

const calls = { run }
export type RequestCalls = typeof calls

serveCalls(calls)
