/** Asks for one address again and again, each connection as other members in turn. */
import autocannon from 'autocannon'
import { serveCalls } from './calls.ts'
import { clockMs, percentile } from './stats.ts'

export type RequestLoad = { url: string; cookies: string[]; connections: number; seconds: number }
export type RequestResult = { count: number; perSecond: number; p50Ms: number; p99Ms: number }

type RequestTally = { times: number[]; wrong: number; errors: number; seconds: number }

const listen = ({ url, cookies, connections, seconds }: RequestLoad): Promise<RequestTally> =>
  new Promise((resolve, reject) => {
    const heard: RequestTally = { times: [], wrong: 0, errors: 0, seconds: 0 }
    let startedAt: number | undefined
    let client = 0
    const setupClient = (asked: autocannon.Client) => {
      const mine = cookies.filter((_, at) => at % connections === client)
      client = (client + 1) % connections
      if (mine.length > 0) asked.setRequests(mine.map((cookie) => ({ headers: { cookie } })))
    }
    const instance = autocannon({ url, connections, duration: seconds, setupClient }, (error: unknown, { errors }) => {
      if (error) reject(error instanceof Error ? error : new Error(`${url} could not be asked`))
      else resolve({ ...heard, errors })
    })
    instance.on('response', (_client, status, _bytes, ms) => {
      const at = clockMs()
      startedAt ??= at
      heard.seconds = (at - startedAt) / 1_000
      heard.times.push(ms)
      if (status !== 200) heard.wrong += 1
    })
  })

const run = async (load: RequestLoad): Promise<RequestResult> => {
  const { times, wrong, errors, seconds } = await listen(load)
  if (wrong > 0 || errors > 0) throw new Error(`${load.url}: ${wrong} wrong answers, ${errors} errors`)
  return {
    count: times.length,
    perSecond: (times.length - 1) / seconds,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}

const calls = { run }
export type RequestCalls = typeof calls

serveCalls(calls)
