import type { Logger } from 'pino'
import type { Ctx } from '#platform/ctx.ts'
import { ensureDataDir } from '#platform/db/data-dir.ts'
import { findSuperuserUrl, startEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { hasEmbeddedPostgres } from '#platform/db/postgres-binaries.ts'
import { extractArchive } from './archive-contents.ts'
import { ArchiveProblem, type Manifest } from './archive-file.ts'
import { connected } from './copy-connection.ts'
import { compareFacts, readFacts } from './copy-facts.ts'
import { type CopyReport, verifyCopy } from './copy-report.ts'
import { importArchive } from './tables/archived-tables.ts'

/** Opens a portal on a folder whose database runs: brought up to date, with its settings and keys. */
export type OpenCopy = (dataDir: string) => Promise<{ ctx: Ctx; close: () => Promise<void> }>

export type CopyRequest = {
  path: string
  code: string | null
  /** A new DATA_DIR of its own, in which the copy is made. */
  folder: string
  manifest: Manifest
  open: OpenCopy
  log: Logger
  /** It is looked at once and thrown away, so a power cut may damage it. */
  isThrowaway: boolean
  /** Runs in it once it is verified. */
  prepare?: (ctx: Ctx) => Promise<void>
}

/** A portal that serves its doors goes on beside it. */
const scratchSettings = { fsync: 'off', shared_buffers: '16MB', max_connections: '40', autovacuum: 'off' }

const compare = (folder: string, manifest: Manifest): Promise<string[]> =>
  connected(findSuperuserUrl(folder) ?? '', async (client) => compareFacts(await readFacts(client), manifest))

/**
 * Makes a copy of what is in an archive, compares it with what the archive says of it, and verifies ledger and books. It
 * is compared before it is brought up to date.
 */
export const makeCopy = async (request: CopyRequest): Promise<CopyReport> => {
  const { path, code, folder, manifest, open, log, isThrowaway } = request
  const isOfTables = manifest.form === 'tables'
  if (isOfTables && !hasEmbeddedPostgres())
    throw new ArchiveProblem(
      isThrowaway
        ? 'There is no PostgreSQL of the portal’s own for this machine, in which backups could be tried. Try one on another machine now and then.'
        : 'There is no PostgreSQL of the portal’s own for this machine, in which the backup could be opened. Set DATABASE_URL to an empty database.',
    )
  ensureDataDir(folder)
  if (!isOfTables) await extractArchive(path, { into: folder, code })
  const server = await startEmbeddedPostgres(
    { dataDir: folder, ...(isThrowaway && { settings: scratchSettings }) },
    log,
  )
  try {
    if (isOfTables) await importArchive({ path, code, folder, ownerUrl: server.ownerUrl, log })
    const differences = isOfTables ? [] : await compare(folder, manifest)
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
