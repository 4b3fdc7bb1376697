import { randomUUID } from 'node:crypto'
import { connectionConfig, DeadlineClient } from '../db/deadline-client.ts'

/**
 * Why a line is not listened to: `deaf` when the database answers, but passes no notice on, as with PgBouncer in
 * transaction mode in between; `lost` when it does not answer.
 */
export type LineFailure = 'deaf' | 'lost'

type ListeningInput = {
  connectionString: string
  onNotice: (text: string) => void
  /** Told once, when the line is lost or given up. */
  onEnd: (why: LineFailure) => void
  checkMs: number
  answerMs: number
}

/** The database writes a little for each notice, so one to ourselves is rare where nothing else is told. */
const pulseEvery = 100

const pulseStart = '["pulse",'

/** Hears notices, and waits for those that we tell ourselves. */
const hearNotices = (client: DeadlineClient, { onNotice, answerMs }: ListeningInput) => {
  const awaited = new Map<string, () => void>()
  let count = 0
  client.on('notification', ({ payload }) => {
    count += 1
    if (!payload) return
    if (payload.startsWith(pulseStart)) awaited.get(payload)?.()
    else onNotice(payload)
  })
  return {
    count: () => count,
    /** Tells ourselves something: whether it was heard in time. */
    pulse: async (): Promise<boolean> => {
      const text = `${pulseStart}"${randomUUID()}"]`
      const { promise: heard, resolve } = Promise.withResolvers<boolean>()
      const late = setTimeout(() => resolve(false), answerMs)
      awaited.set(text, () => resolve(true))
      try {
        await client.query("select pg_notify('spacekeeper', $1)", [text])
        return await heard
      } finally {
        clearTimeout(late)
        awaited.delete(text)
      }
    },
  }
}

const createClient = ({ connectionString, answerMs }: ListeningInput) => {
  const patience = { openMs: answerMs, statementMs: answerMs }
  const config = connectionConfig({ connectionString, name: 'spacekeeper live', patience })
  return new DeadlineClient({ ...config, query_timeout: answerMs })
}

/** Opens a connection that listens, and gives it up when it shows no sign of life or passes no notices on. */
export const openListeningLine = async (input: ListeningInput) => {
  const client = createClient(input)
  const { pulse, count } = hearNotices(client, input)
  let checking: NodeJS.Timeout | undefined
  let expecting: NodeJS.Timeout | undefined
  let isOver = false

  const stop = () => {
    isOver = true
    clearTimeout(checking)
    clearTimeout(expecting)
    // What a line that was given up still delivers is not heard: the next one asks for everything again.
    client.removeAllListeners('notification')
    return client.end()
  }
  const end = (why: LineFailure = 'lost') => {
    if (isOver) return
    void stop().catch(() => undefined)
    input.onEnd(why)
  }
  for (const event of ['error', 'end'] as const) client.on(event, () => end())

  const check = async (checks: number) => {
    if (checks % pulseEvery > 0) await client.query('select 1')
    else if (!(await pulse())) return end('deaf')
    if (!isOver) checkLater(checks + 1)
  }
  const checkLater = (checks: number) => {
    checking = setTimeout(() => void check(checks).catch(() => end()), input.checkMs)
  }
  const checkHearing = async (before: number) => {
    expecting = undefined
    if (count() === before && !isOver && !(await pulse())) end('deaf')
  }

  try {
    await client.connect()
    await client.query('listen spacekeeper')
    if (await pulse()) checkLater(1)
    else end('deaf')
  } catch (error) {
    end()
    throw error
  }
  return {
    isOver: () => isOver,
    /** Something was told: a line that works hears it soon, or whatever else is told meanwhile. */
    expectNotice: () => {
      if (isOver || expecting) return
      const before = count()
      expecting = setTimeout(() => void checkHearing(before).catch(() => end()), input.answerMs)
    },
    stop,
  }
}
