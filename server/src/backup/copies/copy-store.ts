import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkBody, dateOfArchive, isArchiveName, readManifest } from '../archive-file.ts'
import { erasedIn, erasedName, readErased } from '../erased-accounts.ts'
import { writeWhole } from '../whole-file.ts'

type Pieces = AsyncIterable<Uint8Array>

/** A place elsewhere that takes files. A name may have one folder before it. */
export type CopyStore = {
  /** Copies a file there, which has its name once it is whole and was compared. */
  put: (path: string, name: string) => Promise<void>
  /** The names that begin so. */
  list: (prefix: string) => Promise<string[]>
  read: (name: string) => Pieces
  remove: (name: string) => Promise<void>
  /** Why something failed there, in a sentence for people. */
  explain: (error: unknown) => string
  close: () => Promise<void>
}

/** A failure that has its sentence for people already. */
export class CopyProblem extends Error {
  /** The fingerprint of a server that is not trusted, or shows another key than before. */
  readonly hostKey: string | null
  constructor(words: string, hostKey: string | null = null) {
    super(words)
    this.hostKey = hostKey
  }
}

export const notSame = 'What was written there could not be read back as it was.'

const mostTries = 5

/** Tries again what fails for a moment, each time after a longer pause. */
export const retrying = async <T>(
  run: () => Promise<T>,
  { isPassing, pauseMs }: { isPassing: (error: unknown) => boolean; pauseMs: number },
): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run()
    } catch (error) {
      if (tried === mostTries || !isPassing(error)) throw error
      await sleep(pauseMs * 2 ** (tried - 1))
    }
  }
}

export const hashOf = async (pieces: Pieces): Promise<string> => {
  const hash = createHash('sha256')
  for await (const piece of pieces) hash.update(piece)
  return hash.digest('hex')
}

/** Throws where what was written is not what the file holds. */
export const compareWritten = async (path: string, written: Pieces): Promise<void> => {
  if ((await hashOf(written)) !== (await hashOf(createReadStream(path, { highWaterMark: 1 << 20 }))))
    throw new CopyProblem(notSame)
}

const textOf = async (pieces: Pieces): Promise<string> => Buffer.concat(await Array.fromAsync(pieces)).toString('utf8')

/** The archives of a store, the newest first. */
export const listCopies = async (store: CopyStore): Promise<{ name: string; at: Date }[]> =>
  (await store.list('spacekeeper-'))
    .filter(isArchiveName)
    .map((name) => ({ name, at: dateOfArchive(name) }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())

/** Brings the numbers of erased accounts to a store, and removes there those that none of its archives holds any more. */
export const copyErased = async (from: string, store: CopyStore, oldest: Date | undefined): Promise<void> => {
  const there = new Set(await store.list(erasedIn))
  for (const { memberId } of await readErased(from)) {
    const name = erasedName(memberId)
    if (!there.has(name)) await store.put(join(from, name), name)
  }
  for (const name of there) {
    const at = new Date((await textOf(store.read(name))).trim())
    if (oldest === undefined || at < oldest) await store.remove(name)
  }
}

/** Writes a small file, reads it back and deletes it; why that failed, or null. */
export const tryStore = async (
  store: CopyStore,
  scratch: string,
): Promise<{ problem: string | null; hostKey: string | null }> => {
  const name = `spacekeeper-test-${randomBytes(4).toString('hex')}`
  const path = join(scratch, `${name}.draft`)
  const written = randomBytes(24_576).toString('base64')
  try {
    await writeWhole(path, written)
    await store.put(path, name)
    const isSame = (await textOf(store.read(name))) === written
    await store.remove(name)
    return { problem: isSame ? null : notSame, hostKey: null }
  } catch (error) {
    return { problem: store.explain(error), hostKey: error instanceof CopyProblem ? error.hostKey : null }
  } finally {
    await rm(path, { force: true }).catch(() => undefined)
  }
}

const writePieces = async (pieces: Pieces, path: string): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  try {
    await pipeline(pieces, createWriteStream(draft, { mode: 0o600 }))
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Brings an archive from a store into a folder, with the numbers of accounts that were erased since. Its path comes back. */
export const fetchArchive = async (store: CopyStore, name: string, folder: string): Promise<string> => {
  const path = join(folder, name)
  await writePieces(store.read(name), path)
  await checkBody(path, await readManifest(path))
  for (const erased of await store.list(erasedIn)) await writePieces(store.read(erased), join(folder, erased))
  return path
}
