import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Ctx } from '#platform/ctx.ts'
import { findSuperuserUrl, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { readRows } from '#platform/db/read-rows.ts'
import { findFaults } from '../books/checks.ts'
import { verifyLedger } from '../memberbucks/verify.ts'
import type { Manifest } from './archive-file.ts'
import { connected } from './copy-connection.ts'
import { compareFacts, readFacts } from './copy-facts.ts'

/** Opens a portal on a folder whose database runs: brought up to date, with its settings and keys. */
export type OpenCopy = (dataDir: string) => Promise<{ ctx: Ctx; close: () => Promise<void> }>

export type CopyRequest = {
  /** A DATA_DIR of its own, with what was in the archive. */
  folder: string
  manifest: Manifest
  open: OpenCopy
  log: Logger
  /** It is looked at once and thrown away, so a power cut may damage it. */
  isThrowaway: boolean
  /** Runs in it once it is verified. */
  prepare?: (ctx: Ctx) => Promise<void>
}

export type CopyReport = {
  faults: string[]
  entries: number
  sumCents: number
  waitingMessages: number
  waitingJobs: number
}

/** A portal that serves its doors goes on beside it. */
const scratchSettings = { fsync: 'off', shared_buffers: '16MB', max_connections: '40', autovacuum: 'off' }

const compare = (folder: string, manifest: Manifest): Promise<string[]> =>
  connected(findSuperuserUrl(folder) ?? '', async (client) => compareFacts(await readFacts(client), manifest))

/** Verifies ledger and books as the command line does. */
export const verifyCopy = async (ctx: Ctx): Promise<CopyReport> => {
  const { entries, sumCents, fault } = await verifyLedger(ctx)
  const ledger = fault === null ? [] : [`The ledger does not add up: the ${fault.what} of member ${fault.memberId}.`]
  const [waiting] = await readRows(
    ctx,
    sql<{ messages: number; jobs: number }>`select
      (select count(*)::int from messages where state = 'queued') as messages,
      (select count(*)::int from graphile_worker._private_jobs) as jobs`,
  )
  return {
    faults: [...ledger, ...(await findFaults(ctx))],
    entries,
    sumCents,
    waitingMessages: waiting?.messages ?? 0,
    waitingJobs: waiting?.jobs ?? 0,
  }
}

/**
 * Starts the database of a copy, compares it with what the archive says of it, and verifies ledger and books as the
 * command line does. It is compared before it is brought up to date.
 */
export const checkCopy = async (request: CopyRequest): Promise<CopyReport> => {
  const { folder, manifest, open, log, isThrowaway } = request
  const server = await startEmbeddedPostgres(
    { dataDir: folder, ...(isThrowaway && { settings: scratchSettings }) },
    log,
  )
  try {
    const differences = await compare(folder, manifest)
    const { ctx, close } = await open(folder)
    try {
      const report = await verifyCopy(ctx)
      const faults = [...differences, ...report.faults]
      if (faults.length === 0) await request.prepare?.(ctx)
      return { ...report, faults }
    } finally {
      await close()
    }
  } finally {
    await server.close()
  }
}
