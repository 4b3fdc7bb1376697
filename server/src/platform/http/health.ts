import type { FastifyInstance } from 'fastify'
import type { QueryConfig } from 'pg'
import type { Services } from '../ctx.ts'
import { diskStateOf } from '../db/disk-state.ts'
import { patienceMs } from '../lags.ts'

/** A database that accepts connections and says nothing counts as away after this. */
const usualAnswerMs = 5_000

type AskedPool = Pick<Services, 'pool'> & { answerMs: number }

/**
 * Asks whether a database answers. One question is under way at a time, however many requests want to know: it takes a
 * place among all that wait for a connection. Until one that is late has ended, the answer is no.
 */
const openQuestion = ({ pool, answerMs }: AskedPool): (() => Promise<boolean>) => {
  // Its connection is given up after that, so that questions without an answer do not use up the pool.
  const question: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: answerMs }
  let answer: Promise<boolean> | undefined
  const ask = () => {
    const { promise: late, resolve } = Promise.withResolvers<false>()
    const timer = setTimeout(() => resolve(false), answerMs)
    const asked = pool
      .query(question)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        clearTimeout(timer)
        answer = undefined
      })
    return Promise.race([asked, late])
  }
  return () => (answer ??= ask())
}

export type HealthOptions = {
  /** Where the portal's own database writes; empty where the database is elsewhere, so that its disk is not known. */
  diskFolders?: readonly string[]
  /** How long the database may take to answer, where that is not as usual. */
  answerMs?: number
}

/** For supervision of the process: `healthz` while it runs, `readyz` while it can serve. */
export const serveHealth = (app: FastifyInstance, services: Services, options: HealthOptions) => {
  const { diskFolders = [], answerMs = usualAnswerMs } = options
  const isDatabaseThere = openQuestion({ pool: services.pool, answerMs })
  const isDatabaseThereForDevices = openQuestion({ pool: services.forDevices.pool, answerMs })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const [isThere, areDevicesServed, disk] = await Promise.all([
      isDatabaseThere(),
      isDatabaseThereForDevices(),
      diskStateOf(diskFolders),
    ])
    const problem = !isThere
      ? 'database'
      : disk === 'full'
        ? 'disk'
        : !services.live.isConnected()
          ? 'live'
          : !areDevicesServed || services.lags.longest().ms > patienceMs
            ? 'devices'
            : null
    return reply.code(problem ? 503 : 200).send({ status: problem ?? 'ready', disk })
  })
}
