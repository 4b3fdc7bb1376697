import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { syncFolder } from '#platform/db/data-dir.ts'
import { embeddedMajor } from '#platform/db/postgres-binaries.ts'
import { version as ourVersion } from '#platform/version.ts'
import { headBytes, headOf, type Manifest, nameOfArchive } from './archive-file.ts'
import { type OpenTar, openTar } from './archive-tar.ts'
import { clusterEntries, openListed, readExactly } from './cluster-files.ts'
import { connected } from './copy-connection.ts'
import { factRanges, readFacts } from './copy-facts.ts'
import { encrypting } from './encrypting.ts'
import type { KeptKey } from './keys.ts'
import { writeTables } from './tables/archived-tables.ts'

/** A database of the portal's own is copied as its files, by its superuser; another one as its tables, by their owner. */
export type BackedUpDatabase = { superuserUrl: string } | { ownerUrl: string }

export type ArchiveRequest = {
  dataDir: string
  /** Where the archive is put, in DATA_DIR. */
  folder: string
  database: BackedUpDatabase
  key: KeptKey | null
  /** Whether the key of secret settings is in DATA_DIR, and not given by SECRET_KEY. */
  hasSecretKey: boolean
  /** The version of the portal that can read the copy; this one unless told. */
  version?: string
  now: Date
  /** Told how many bytes there are by now. */
  progress?: (bytes: number) => void
}

export type MadeArchive = { name: string; bytes: number; manifest: Manifest }

const copyFile = async (tar: OpenTar, { from, name }: { from: string; name: string }): Promise<void> => {
  const file = await openListed(from)
  if (!file) return
  try {
    const { size } = await file.stat()
    await tar.file({ name, bytes: size, content: readExactly(file, size) })
  } finally {
    await file.close()
  }
}

const copyCluster = async (tar: OpenTar, root: string): Promise<void> => {
  await tar.folder('postgres')
  for await (const { name, isFolder } of clusterEntries(root)) {
    if (isFolder) await tar.folder(`postgres/${name}`)
    else await copyFile(tar, { from: join(root, name), name: `postgres/${name}` })
  }
}

/** The part of the log of changes without which the copied files don't fit together. */
const copyLog = async (tar: OpenTar, root: string, { first, last }: { first: string; last: string }): Promise<void> => {
  const names = (await readdir(join(root, 'pg_wal'))).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last,
  )
  if (!names.includes(first) || !names.includes(last))
    throw new Error('PostgreSQL has thrown away a part of its log that the backup needs.')
  for (const name of names.toSorted())
    await copyFile(tar, { from: join(root, 'pg_wal', name), name: `postgres/pg_wal/${name}` })
}

type StoppedCopy = { lsn: string; labelfile: string; spcmapfile: string }

/** Keeps what the backup needs of the log, whatever is written meanwhile; it goes with the connection. */
const keepLog = "select pg_create_physical_replication_slot('spacekeeper_backup_' || pg_backend_pid(), true, true)"

/** Copies the files of a database in use, as PostgreSQL describes it: what is torn by that, its log puts right. */
const copyOnline = async (tar: OpenTar, client: pg.Client, root: string): Promise<Pick<Manifest, 'rows' | 'cents'>> => {
  const one = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R> => {
    const { rows } = await client.query<R>(text, values)
    if (!rows[0]) throw new Error('PostgreSQL answered nothing.')
    return rows[0]
  }
  await client.query(keepLog)
  const start = await one<{ lsn: string }>("select pg_backup_start('spacekeeper', fast => true) as lsn")
  await copyCluster(tar, root)
  const before = await readFacts(client)
  const stop = await one<StoppedCopy>(
    'select lsn, labelfile, spcmapfile from pg_backup_stop(wait_for_archive => false)',
  )
  const after = await readFacts(client)
  if (stop.spcmapfile.trim() !== '') throw new Error('The database has tablespaces, which backups don’t follow.')
  await tar.small('postgres/backup_label', Buffer.from(stop.labelfile))
  const log = await one<{ first: string; last: string }>(
    'select pg_walfile_name($1::pg_lsn) as first, pg_walfile_name($2::pg_lsn) as last',
    [start.lsn, stop.lsn],
  )
  await copyLog(tar, root, log)
  return factRanges(before, after)
}

const lastMigration = async (client: pg.Client): Promise<string> => {
  const { rows } = await client.query<{ name: string | null }>(
    'select max(name collate "C") as name from schema_migrations',
  )
  return rows[0]?.name ?? ''
}

/** The contents, as the manifest tells them. */
type Contents = Pick<Manifest, 'form' | 'postgres' | 'migration' | 'rows' | 'cents' | 'rawBytes'>

const fillWithFiles = (superuserUrl: string, tar: OpenTar, { dataDir }: ArchiveRequest): Promise<Contents> =>
  connected(superuserUrl, async (client) => {
    const facts = await copyOnline(tar, client, join(dataDir, 'postgres'))
    await tar.small('postgres-password', await readFile(join(dataDir, 'postgres-password')))
    const migration = await lastMigration(client)
    return { ...facts, form: 'files', postgres: embeddedMajor(), migration, rawBytes: tar.rawBytes() }
  })

const fillWithTables = async (ownerUrl: string, tar: OpenTar, request: ArchiveRequest): Promise<Contents> => {
  const { now: madeAt, hasSecretKey } = request
  const { postgres, migration, rawBytes, tables, cents } = await writeTables(tar, { ownerUrl, madeAt, hasSecretKey })
  const exact = (facts: [string, number][]) =>
    Object.fromEntries(facts.map(([name, value]): [string, [number, number]] => [name, [value, value]]))
  const rows = exact(tables.map((table) => [table.name, table.rows]))
  return { form: 'tables', postgres, migration, rawBytes, rows, cents: exact(Object.entries(cents)) }
}

/** All that is in an archive. Keys of ballot boxes are not: with them it would tell who voted how. */
const fill = async (request: ArchiveRequest, packed: Pack): Promise<Contents> => {
  const tar = openTar(packed)
  const { database, dataDir, hasSecretKey } = request
  // The key comes first: what is restored table by table is checked with it.
  if (hasSecretKey) await tar.small('secret-key', await readFile(join(dataDir, 'secret-key')))
  const contents =
    'superuserUrl' in database
      ? await fillWithFiles(database.superuserUrl, tar, request)
      : await fillWithTables(database.ownerUrl, tar, request)
  packed.finalize()
  return contents
}

/** Writes the body and says what it is. */
const writeBody = async (packed: Pack, draft: string, { key, progress }: ArchiveRequest): Promise<Manifest['body']> => {
  const hash = createHash('sha256')
  let bytes = 0
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.write(Buffer.alloc(headBytes, ' '), 0, headBytes, 0)
    await pipeline(
      Readable.from(packed),
      createZstdCompress(),
      encrypting(key),
      async (source: AsyncIterable<Uint8Array>) => {
        for await (const chunk of source) {
          hash.update(chunk)
          for (let done = 0; done < chunk.length;)
            done += (await file.write(chunk, done, chunk.length - done, headBytes + bytes + done)).bytesWritten
          bytes += chunk.length
          progress?.(bytes)
        }
      },
    )
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

const writeHead = async (draft: string, manifest: Manifest): Promise<void> => {
  const file = await open(draft, 'r+')
  try {
    await file.write(headOf(manifest), 0, headBytes, 0)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes an archive while the portal goes on. It has its name once it is whole and on the disk. */
export const makeArchive = async (request: ArchiveRequest): Promise<MadeArchive> => {
  const { folder, key, hasSecretKey, version = ourVersion, now: madeAt } = request
  const name = nameOfArchive({ madeAt, version })
  const path = join(folder, name)
  const draft = `${path}.draft`
  const packed = pack()
  try {
    const [contents, body] = await Promise.all([
      fill(request, packed).catch((error: unknown) => {
        packed.destroy(error instanceof Error ? error : new Error(String(error)))
        throw error
      }),
      writeBody(packed, draft, request),
    ])
    const manifest: Manifest = {
      madeAt: madeAt.toISOString(),
      version,
      key: key && { id: key.id, madeAt: key.madeAt },
      hasSecretKey,
      ...contents,
      body,
    }
    await writeHead(draft, manifest)
    await rename(draft, path)
    await syncFolder(folder)
    return { name, bytes: headBytes + body.bytes, manifest }
  } catch (error) {
    packed.destroy()
    await rm(draft, { force: true })
    throw error
  }
}
