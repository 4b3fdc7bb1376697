import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ArchiveProblem, checkBody, dateOfArchive, isArchiveName, readManifest } from '../archive-file.ts'
import { erasedIn, erasedName, isErasedName, readErased } from '../erased-accounts.ts'
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

/** How often what fails for a moment is tried, unless something else waits for it. */
export const usualTries = 5

/** Tries again what fails for a moment, each time after a longer pause. */
export const retrying = async <T>(
  run: () => Promise<T>,
  { isPassing, pauseMs, tries }: { isPassing: (error: unknown) => boolean; pauseMs: number; tries: number },
): Promise<T> => {
  for (let tried = 1; ; tried += 1) {
    try {
      return await run()
    } catch (error) {
      if (tried >= tries || !isPassing(error)) throw error
      await sleep(pauseMs * 2 ** (tried - 1))
    }
  }
}

const saidMs = (ms: number): string =>
  ms < 120_000 ? `${Math.ceil(ms / 1000)} seconds` : `${Math.round(ms / 60_000)} minutes`

/** Waits no longer than this. What hangs may go on behind its back: a disk that is gone can't be told to stop. */
export const withinLimit = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, fail) => {
    const words = `It took longer than ${saidMs(ms)}, so it was given up.`
    timer = setTimeout(() => fail(new CopyProblem(words)), ms)
  })
  try {
    return await Promise.race([late, work])
  } finally {
    clearTimeout(timer)
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

export const textOf = async (pieces: Pieces): Promise<string> =>
  Buffer.concat(await Array.fromAsync(pieces)).toString('utf8')

/** The archives of a store, the newest first. */
export const listCopies = async (store: CopyStore): Promise<{ name: string; at: Date }[]> =>
  (await store.list('spacekeeper-'))
    .filter(isArchiveName)
    .map((name) => ({ name, at: dateOfArchive(name) }))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())

/** A draft that a copy left which was killed. */
export const isLeftDraft = (name: string): boolean => name.endsWith('.draft') && isArchiveName(name.slice(0, -6))

const listErasedIn = async (store: CopyStore): Promise<string[]> => (await store.list(erasedIn)).filter(isErasedName)

/** Brings the numbers of erased accounts to a store, and removes there those that none of its archives holds any more. */
export const copyErased = async (from: string, store: CopyStore, oldest: Date | undefined): Promise<void> => {
  const there = new Set(await listErasedIn(store))
  for (const { memberId } of await readErased(from)) {
    const name = erasedName(memberId)
    if (!there.has(name)) await store.put(join(from, name), name)
  }
  for (const name of there) {
    const at = new Date((await textOf(store.read(name))).trim())
    if (oldest === undefined || at < oldest) await store.remove(name)
  }
}

/** Why a test failed, in words. */
export const failedPlaceTest = (store: CopyStore, error: unknown): { problem: string; hostKey: string | null } => ({
  problem: store.explain(error),
  hostKey: error instanceof CopyProblem ? error.hostKey : null,
})

/** Writes a small file, reads it back and deletes it; why that failed, or null. */
export const tryStore = async (
  store: CopyStore,
  scratch: string,
): Promise<{ problem: string | null; hostKey: string | null }> => {
  const name = `spacekeeper-test-${randomBytes(4).toString('hex')}`
  const path = join(scratch, `${name}.draft`)
  const written = randomBytes(24_576).toString('base64')
  let isThere = false
  try {
    await writeWhole(path, written)
    await store.put(path, name)
    isThere = true
    const isListed = (await store.list(name)).includes(name)
    const isSame = (await textOf(store.read(name))) === written
    await store.remove(name)
    isThere = false
    return { problem: isListed && isSame ? null : notSame, hostKey: null }
  } catch (error) {
    return failedPlaceTest(store, error)
  } finally {
    if (isThere) await store.remove(name).catch(() => undefined)
    await rm(path, { force: true }).catch(() => undefined)
  }
}

/** Writes a file that has its name once it is whole, and was checked. */
const writePieces = async (
  pieces: Pieces,
  path: string,
  check: (draft: string) => Promise<void> = () => Promise.resolve(),
): Promise<void> => {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.draft`
  try {
    await pipeline(pieces, createWriteStream(draft, { mode: 0o600 }))
    await check(draft)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

const checkDraft = async (draft: string): Promise<void> => {
  try {
    await checkBody(draft, await readManifest(draft))
  } catch (error) {
    if (!(error instanceof ArchiveProblem)) throw error
    throw new ArchiveProblem(error.message.replaceAll(basename(draft), basename(draft, '.draft')))
  }
}

/** Brings an archive from a store into a folder, with the numbers of accounts that were erased since. Its path comes back. */
export const fetchArchive = async (store: CopyStore, name: string, folder: string): Promise<string> => {
  const path = join(folder, name)
  await writePieces(store.read(name), path, checkDraft)
  for (const erased of await listErasedIn(store)) await writePieces(store.read(erased), join(folder, erased))
  return path
}
