import type { FastifyInstance } from 'fastify'
import type { QueryConfig } from 'pg'
import type { Services } from '../ctx.ts'
import { diskStateOf } from '../db/disk-state.ts'
import { patienceMs } from '../lags.ts'

/** A database that accepts connections and says nothing counts as away after this. */
const databaseMs = 5_000

/** Its connection is given up after that, so that questions without an answer do not use up the pool. */
const question: QueryConfig & { query_timeout: number } = { text: 'select 1', query_timeout: databaseMs }

const answers = ({ pool }: Pick<Services, 'pool'>): Promise<boolean> => {
  const { promise: late, resolve } = Promise.withResolvers<false>()
  const timer = setTimeout(() => resolve(false), databaseMs)
  const asked = pool.query(question).then(
    () => true,
    () => false,
  )
  return Promise.race([asked, late]).finally(() => clearTimeout(timer))
}

export type HealthOptions = {
  /** Where the portal's own database writes; empty where the database is elsewhere, so that its disk is not known. */
  diskFolders?: readonly string[]
}

/** For supervision of the process: `healthz` while it runs, `readyz` while it can serve. */
export const serveHealth = (app: FastifyInstance, services: Services, { diskFolders = [] }: HealthOptions) => {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const [isThere, areDevicesServed, disk] = await Promise.all([
      answers(services),
      answers(services.forDevices),
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
