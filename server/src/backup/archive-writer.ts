import { createHash } from 'node:crypto'
import { open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { syncFolder } from '#platform/db/data-dir.ts'
import { embeddedMajor } from '#platform/db/postgres-home.ts'
import { version as ourVersion } from '#platform/version.ts'
import { headBytes, headOf, type Manifest, nameOfArchive } from './archive-file.ts'
import { clusterEntries, openListed, readExactly } from './cluster-files.ts'
import { connected } from './copy-connection.ts'
import { factRanges, readFacts } from './copy-facts.ts'
import { encrypting } from './encrypting.ts'
import type { KeptKey } from './keys.ts'

export type ArchiveRequest = {
  dataDir: string
  /** Where the archive is put, in DATA_DIR. */
  folder: string
  superuserUrl: string
  key: KeptKey | null
  /** Whether the key of secret settings is in DATA_DIR, and not given by SECRET_KEY. */
  hasSecretKey: boolean
  /** Of the portal that can read the copy; this one unless told. */
  version?: string
  now: Date
  /** Told how many bytes there are by now. */
  progress?: (bytes: number) => void
}

export type MadeArchive = { name: string; bytes: number; manifest: Manifest }

type TarFile = { name: string; bytes: number; content: AsyncIterable<Buffer> }

/** Larger files are read piece by piece. */
const smallBytes = 256 * 1024

/** Writes into the tar file, and counts what is restored from it. */
const openTar = (tar: Pack) => {
  let rawBytes = 0
  const small = (name: string, content: Buffer) =>
    new Promise<void>((resolve, reject) => {
      rawBytes += content.length
      tar.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()))
    })
  const large = async ({ name, bytes, content }: TarFile) => {
    rawBytes += bytes
    await pipeline(content, tar.entry({ name, size: bytes, mode: 0o600 }))
  }
  return {
    folder: (name: string) =>
      new Promise<void>((resolve, reject) => {
        tar.entry({ name, type: 'directory', mode: 0o700 }, (error) => (error ? reject(error) : resolve()))
      }),
    small,
    file: async (file: TarFile) => {
      if (file.bytes > smallBytes) return large(file)
      const chunks: Buffer[] = []
      for await (const chunk of file.content) chunks.push(chunk)
      return small(file.name, Buffer.concat(chunks))
    },
    rawBytes: () => rawBytes,
  }
}

type OpenTar = ReturnType<typeof openTar>

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

/** All that is in an archive. Keys of ballot boxes are not: with them it would tell who voted how. */
const fill = (request: ArchiveRequest, packed: Pack) =>
  connected(request.superuserUrl, async (client) => {
    const tar = openTar(packed)
    const { dataDir, hasSecretKey } = request
    const facts = await copyOnline(tar, client, join(dataDir, 'postgres'))
    for (const name of ['postgres-password', ...(hasSecretKey ? ['secret-key'] : [])])
      await tar.small(name, await readFile(join(dataDir, name)))
    const migration = await lastMigration(client)
    packed.finalize()
    return { ...facts, migration, rawBytes: tar.rawBytes() }
  })

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
    const [facts, body] = await Promise.all([
      fill(request, packed).catch((error: unknown) => {
        packed.destroy(error instanceof Error ? error : new Error(String(error)))
        throw error
      }),
      writeBody(packed, draft, request),
    ])
    const manifest: Manifest = {
      madeAt: madeAt.toISOString(),
      version,
      postgres: embeddedMajor(),
      key: key && { id: key.id, madeAt: key.madeAt },
      hasSecretKey,
      ...facts,
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
