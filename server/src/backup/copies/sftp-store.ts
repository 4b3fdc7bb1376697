import { posix } from 'node:path'
import type { SFTPWrapper } from 'ssh2'
import { z } from 'zod'
import { FetchFailure } from '#platform/http/guarded-fetch.ts'
import { isArchiveName } from '../archive-file.ts'
import { compareWritten, CopyProblem, type CopyStore, isLeftDraft, retrying, usualTries } from './copy-store.ts'
import { connectSftp, type SftpLine, type SftpSettings } from './sftp-line.ts'

/** As the protocol numbers what a server refuses. */
const refused: Readonly<Record<number, string>> = {
  2: 'There is no such folder at the server. It has to be made there, or its name is another.',
  3: 'The account may not do that in the folder at the server. Give it the right to write there.',
  4: 'The server failed to do it. Its disk may be full.',
  14: 'The disk of the server is full.',
  15: 'The account has used up what it may store at the server.',
}

const lost = 'The server closed the connection.'

const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The server refused the connection. See whether its name and port are right, and whether it is on.',
  ECONNRESET: lost,
  EPIPE: lost,
  EHOSTUNREACH: 'There is no way to the server.',
  ENETUNREACH: 'There is no way to the server.',
  ETIMEDOUT: 'The server did not answer.',
  ENOTFOUND: 'There is no server of this name.',
  EAI_AGAIN: 'The name of the server could not be looked up.',
}

const Thrown = z.object({ level: z.string().optional(), code: z.union([z.string(), z.number()]).optional() })

const explainSftp = (error: unknown): string => {
  if (error instanceof CopyProblem || error instanceof FetchFailure) return error.message
  const { level, code } = Thrown.safeParse(error).data ?? {}
  if (level === 'client-authentication')
    return 'The server refused the login. See whether the user, and the password or the private key, are right.'
  if (level === 'client-timeout') return 'The server did not answer.'
  const known = typeof code === 'number' ? refused[code] : unreached[code ?? '']
  if (known !== undefined) return known
  const words = error instanceof Error ? error.message : String(error)
  if (/no response from server|connection lost|not connected/i.test(words)) return lost
  return /privateKey|private key|passphrase/i.test(words)
    ? 'The private key can’t be read. It has to be without a passphrase.'
    : `The server could not be used: ${words}`
}

/** Whether the next try may fare better. What the server says it will not do, it will not do then. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof CopyProblem) && [lost, unreached['ETIMEDOUT']].includes(explainSftp(error))

type Failure = Error | null | undefined

/** Tells the server to do something. */
const tell = (
  { sftp, during }: SftpLine,
  run: (sftp: SFTPWrapper, done: (error?: Failure) => void) => void,
): Promise<void> => during(new Promise((settle, fail) => run(sftp, (error) => (error ? fail(error) : settle()))))

const namesIn = ({ sftp, during }: SftpLine, folder: string): Promise<string[]> =>
  during(
    new Promise((settle, fail) =>
      sftp.readdir(folder, (error, files) => (error ? fail(error) : settle(files.map(({ filename }) => filename)))),
    ),
  )

/** Reads one piece whole; a server may give less at a time than it is asked for. */
const readPiece = ({ sftp, during }: SftpLine, handle: Buffer, at: number, bytes: number): Promise<Buffer> => {
  const piece = Buffer.alloc(bytes)
  const fill = (done: number): Promise<Buffer> =>
    new Promise<number>((settle, fail) =>
      sftp.read(handle, piece, done, bytes - done, at + done, (error, read) => (error ? fail(error) : settle(read))),
    ).then((read) => (done + read < bytes ? fill(done + read) : piece))
  return during(fill(0))
}

/** Reads a file with many pieces on their way at once: where the way is long, each one takes its time. */
async function* readFile(line: SftpLine, path: string): AsyncGenerator<Uint8Array> {
  const { sftp, during } = line
  const handle = await during(
    new Promise<Buffer>((settle, fail) =>
      sftp.open(path, 'r', (error, opened) => (error ? fail(error) : settle(opened))),
    ),
  )
  try {
    const size = await during(
      new Promise<number>((settle, fail) =>
        sftp.fstat(handle, (error, stats) => (error ? fail(error) : settle(stats.size))),
      ),
    )
    const pieces: Promise<Buffer>[] = []
    for (let at = 0; at < size || pieces.length > 0;) {
      while (at < size && pieces.length < piecesAtOnce) {
        const piece = readPiece(line, handle, at, Math.min(pieceBytes, size - at))
        // Told where it is waited for.
        piece.catch(() => undefined)
        pieces.push(piece)
        at += pieceBytes
      }
      const piece = await pieces.shift()
      if (piece) yield piece
    }
  } finally {
    await tell(line, (_, done) => sftp.close(handle, done)).catch(() => undefined)
  }
}

const isMissing = (error: unknown) => Thrown.safeParse(error).data?.code === 2

/** Memory for so many pieces on their way. */
const piecesAtOnce = 32
const pieceBytes = 32_768

const put = async (line: SftpLine, path: string, target: string): Promise<void> => {
  const draft = `${target}.draft`
  try {
    await tell(line, (sftp, done) =>
      sftp.fastPut(
        path,
        draft,
        { concurrency: piecesAtOnce, chunkSize: pieceBytes, mode: 0o600, step: () => line.goesOn() },
        done,
      ),
    )
    await compareWritten(path, readFile(line, draft))
    // By the version of the protocol that all speak, nothing is renamed over a file that is there.
    await tell(line, (sftp, done) => sftp.unlink(target, done)).catch(() => undefined)
    await tell(line, (sftp, done) => sftp.rename(draft, target, done))
  } catch (error) {
    await tell(line, (sftp, done) => sftp.unlink(draft, done)).catch(() => undefined)
    throw error
  }
}

const removeLeft = async (line: SftpLine, folder: string): Promise<void> => {
  for (const name of (await namesIn(line, folder)).filter(isLeftDraft))
    await tell(line, (sftp, done) => sftp.unlink(posix.join(folder, name), done))
}

const makeFolder = (line: SftpLine, path: string): Promise<void> =>
  tell(line, (sftp, done) => sftp.mkdir(path, { mode: 0o700 }, done)).catch(() => undefined)

/** The files of a folder; one within that of the copies may be missing. */
const list = (line: SftpLine, folder: string, mayMiss: boolean): Promise<string[]> =>
  namesIn(line, folder).catch((error: unknown) => {
    if (mayMiss && isMissing(error)) return []
    throw error
  })

export type SftpPace = {
  /** The first pause before it is tried again. */
  pauseMs: number
  tries: number
  /** A transfer without progress for so long is given up. */
  idleMs: number
}

const usualPace: SftpPace = { pauseMs: 1000, tries: usualTries, idleMs: 120_000 }

/** One line, which is opened when it is needed, and once more where it was lost. */
const openLines = (settings: SftpSettings, { idleMs, pauseMs, tries }: SftpPace) => {
  let opening: Promise<SftpLine> | null = null
  const close = async () => {
    const line = await opening?.catch(() => undefined)
    opening = null
    line?.close()
  }
  const attempt = <T>(run: (line: SftpLine) => Promise<T>): Promise<T> =>
    retrying(
      async () => {
        try {
          opening ??= connectSftp(settings, idleMs)
          return await run(await opening)
        } catch (error) {
          await close()
          throw error
        }
      },
      { isPassing, pauseMs, tries },
    )
  return { attempt, close }
}

/** A server that speaks SFTP. */
export const sftpStore = (settings: SftpSettings, pace: Partial<SftpPace> = {}): CopyStore => {
  const { attempt, close } = openLines(settings, { ...usualPace, ...pace })
  const pathOf = (name: string) => posix.join(settings.folder === '' ? '.' : settings.folder, name)
  return {
    put: (path, name) =>
      attempt(async (line) => {
        if (name.includes('/')) await makeFolder(line, posix.dirname(pathOf(name)))
        if (isArchiveName(name)) await removeLeft(line, posix.dirname(pathOf(name)))
        await put(line, path, pathOf(name))
      }),
    list: async (prefix) => {
      const below = prefix.slice(0, prefix.lastIndexOf('/') + 1)
      const names = await attempt((line) => list(line, pathOf(below), below !== ''))
      // Names are what the server says, which may be a path.
      const isPlain = (name: string) => !name.endsWith('.draft') && !name.includes('/') && !/^\.+$/.test(name)
      const whole = names.filter(isPlain).map((name) => below + name)
      return whole.filter((name) => name.startsWith(prefix))
    },
    read: async function* (name) {
      yield* readFile(await attempt((line) => Promise.resolve(line)), pathOf(name))
    },
    remove: (name) => attempt((line) => tell(line, (sftp, done) => sftp.unlink(pathOf(name), done))),
    explain: explainSftp,
    close,
  }
}
