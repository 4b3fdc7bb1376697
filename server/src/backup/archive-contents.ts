import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import { migrationNames } from '#platform/db/migrate.ts'
import { embeddedMajor } from '#platform/db/postgres-binaries.ts'
import { version } from '#platform/version.ts'
import { ArchiveProblem, headBytes, type Manifest } from './archive-file.ts'
import { decrypting } from './encrypting.ts'

/** Throws where a copy has tables that this portal doesn't know, and says which one does. */
export const checkMigration = ({ migration, version: madeBy }: Pick<Manifest, 'migration' | 'version'>): void => {
  if (!migrationNames().includes(migration))
    throw new ArchiveProblem(
      `This backup was made by Spacekeeper ${madeBy}, which is newer than this one (${version}). Install ${madeBy} or a newer one, and restore with that.`,
    )
}

/** Throws where this portal can't read what is in an archive, and says which one can. */
export const checkReadable = (manifest: Manifest): void => {
  checkMigration(manifest)
  const { form, version: madeBy, postgres } = manifest
  if (form === 'tables') return
  const ours = embeddedMajor()
  if (postgres !== ours)
    throw new ArchiveProblem(
      `This backup holds data of PostgreSQL ${postgres}, and this version of Spacekeeper comes with PostgreSQL ${ours}, which can’t read it. Restore it with Spacekeeper ${madeBy}, which made it.`,
    )
}

const isOurs = (name: string): boolean =>
  /^(postgres-password|secret-key|postgres(\/[\w.-]+)*\/?)$/.test(name) && !name.split('/').includes('..')

/** In pieces as they come, without a stream of its own for each of a thousand files. */
const writeEntry = async (path: string, content: AsyncIterable<unknown>): Promise<void> => {
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of content) if (chunk instanceof Uint8Array) await file.writeFile(chunk)
  } finally {
    await file.close()
  }
}

/** Reads what is in an archive, entry by entry, to its end. */
export const readArchive = async <T>(
  path: string,
  code: string | null,
  use: (entries: Extract) => Promise<T>,
): Promise<T> => {
  const tar = extract()
  const using = use(tar).catch((error: unknown): never => {
    tar.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  const reading = pipeline(
    createReadStream(path, { start: headBytes, highWaterMark: 1 << 18 }),
    decrypting(code),
    createZstdDecompress(),
    tar,
  )
  // A failed use stops the reading with it, and is the reason to say.
  const [used, read] = await Promise.allSettled([using, reading])
  if (used.status === 'rejected') throw used.reason
  if (read.status === 'rejected') throw read.reason
  return used.value
}

/** An entry of a name that is expected in no archive. */
export const strangeEntry = (path: string, name: string): ArchiveProblem =>
  new ArchiveProblem(`${basename(path)} holds “${name}”, which belongs in no backup.`)

/** Puts the files that are in an archive into an empty folder. */
export const extractArchive = (path: string, input: { into: string; code: string | null }): Promise<void> =>
  readArchive(path, input.code, async (tar) => {
    for await (const entry of tar) {
      const { name, type } = entry.header
      if (!isOurs(name)) throw strangeEntry(path, name)
      if (type === 'directory') {
        await mkdir(join(input.into, name), { mode: 0o700 })
        entry.resume()
      } else await writeEntry(join(input.into, name), entry)
    }
  })
