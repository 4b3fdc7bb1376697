import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { z } from 'zod'

// An archive: a line that says what it is, the manifest in clear, padded to a fixed length because it is known last, and
// then a tar file, compressed by zstd and, with a key, encrypted by age. Each of the three is a standard with a program of
// its own, so that an archive can be opened without the portal: docs/guide/backup.md says how.

/** So long are the line and the manifest. */
export const headBytes = 65_536

const firstWords = 'spacekeeper backup '
const format = 1

/** The least and the most that a copy may have: the portal goes on while it is copied. */
const Range = z.tuple([z.number(), z.number()])

export const Manifest = z.object({
  /** The files of a cluster, or its tables, which any PostgreSQL takes. */
  form: z.enum(['files', 'tables']).default('files'),
  madeAt: z.iso.datetime(),
  /** The version of the portal that made it. */
  version: z.string(),
  /** The last migration that its database had. */
  migration: z.string(),
  /** The major version of PostgreSQL. */
  postgres: z.number().int(),
  /** The key it is encrypted with; null where it is not. */
  key: z.object({ id: z.string(), madeAt: z.iso.datetime() }).nullable(),
  /** Whether the key of secret settings is inside, or was given to the portal as SECRET_KEY. */
  hasSecretKey: z.boolean(),
  /** All files together, as they are restored. */
  rawBytes: z.number(),
  rows: z.record(z.string(), Range),
  /** Sums of the ledger and the books. */
  cents: z.record(z.string(), Range),
  body: z.object({ bytes: z.number(), sha256: z.string() }),
})

export type Manifest = z.infer<typeof Manifest>

/** A file that can't be restored, with a sentence for people. */
export class ArchiveProblem extends Error {}

const archiveName = /^spacekeeper-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)-v[\w.+-]{1,40}\.backup$/

export const isArchiveName = (name: string): boolean => archiveName.test(name)

/** When an archive was made, as its name says to the second. */
export const dateOfArchive = (name: string): Date => {
  const [day, time = ''] = (archiveName.exec(name)?.[1] ?? '').split('T')
  return new Date(`${day}T${time.replaceAll('-', ':')}`)
}

/** As file names have it: every system takes it, and names sort by it. */
export const instantInName = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

export const nameOfArchive = ({ madeAt, version }: { madeAt: Date; version: string }): string =>
  `spacekeeper-${instantInName(madeAt)}-v${version}.backup`

export const headOf = (manifest: Manifest): Buffer => {
  const head = Buffer.alloc(headBytes, ' ')
  const text = `${firstWords}${format}\n${JSON.stringify(manifest)}\n`
  if (Buffer.byteLength(text) > headBytes) throw new Error('The manifest of the backup is too long.')
  head.write(text)
  return head
}

const readHead = async (file: FileHandle, name: string): Promise<Manifest> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const [line = '', json = ''] = buffer.subarray(0, bytesRead).toString('utf8').split('\n')
  if (!line.startsWith(firstWords)) throw new ArchiveProblem(`${name} is no backup of Spacekeeper.`)
  if (line !== `${firstWords}${format}`)
    throw new ArchiveProblem(
      `${name} was made by a newer Spacekeeper, which this one can’t read. Update this one first.`,
    )
  try {
    return Manifest.parse(JSON.parse(json))
  } catch {
    throw new ArchiveProblem(`${name} is damaged at its beginning, so it can’t be read. Take another backup.`)
  }
}

/** Reads how an archive describes itself; throws where it is none, or not as long as it says. */
export const readManifest = async (path: string): Promise<Manifest> => {
  const name = basename(path)
  const file = await open(path, 'r')
  try {
    const manifest = await readHead(file, name)
    const { size } = await file.stat()
    const whole = headBytes + manifest.body.bytes
    if (size !== whole)
      throw new ArchiveProblem(
        `${name} is not whole: it has ${size} of ${whole} bytes. Copy it again from where it was kept, or take another backup.`,
      )
    return manifest
  } finally {
    await file.close()
  }
}

/** Reads all of it, before anything is done with it. */
export const checkBody = async (path: string, { body }: Manifest): Promise<void> => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { start: headBytes, highWaterMark: 1 << 20 })) hash.update(chunk)
  if (hash.digest('hex') !== body.sha256)
    throw new ArchiveProblem(
      `${basename(path)} is damaged: what is in it is not what was written. Copy it again from where it was kept, or take another backup.`,
    )
}
