import { createHash } from 'node:crypto'
import { connect as openSocket, type Socket } from 'node:net'
import { type CipherAlgorithm, Client, type SFTPWrapper } from 'ssh2'
import { FetchFailure, lookupAllowed } from '#platform/http/guarded-fetch.ts'
import { problemOfHost } from '#platform/http/outgoing-address.ts'
import { CopyProblem } from './copy-store.ts'

export type SftpSettings = {
  host: string
  port: number
  user: string
  password: string
  privateKey: string
  /** The fingerprint that is trusted; empty before the first time. */
  hostKey: string
  folder: string
}

/** Nothing was sent to such a server, the password least of all. */
const hostKeyProblem = (hostKey: string, trusted: string): CopyProblem =>
  new CopyProblem(
    trusted === ''
      ? `The server is not trusted yet. It shows the host key ${hostKey}. Compare it with what its provider or administrator says, and trust it on the page of backups.`
      : `The server shows another host key than the one you trust: ${hostKey}. It was set up anew, or another machine answers in its place. Nothing was sent. Find out which, before you trust the new key.`,
    hostKey,
  )

export type SftpLine = {
  sftp: SFTPWrapper
  /** Does something, and fails where the line is lost meanwhile: the library would go on waiting. */
  during: <T>(work: Promise<T>) => Promise<T>
  /** Tells that what is being done goes on, so that more time is given to it. */
  goesOn: () => void
  close: () => void
}

/** Servers of backups stand in the network of the space, too; those that data centres keep for themselves are never asked. */
const allowance = { allowPrivate: true }

const openLine = ({ host, port }: SftpSettings): Socket => {
  const problem = problemOfHost(`ssh://${host.includes(':') ? `[${host}]` : host}`, allowance)
  if (problem !== null) throw new FetchFailure(problem)
  return openSocket({ host, port, lookup: lookupAllowed(allowance) })
}

const connectMs = 20_000

/** Node has these from OpenSSL; the one that the library prefers it works out itself, several times as slowly. */
const fastCiphers: CipherAlgorithm[] = ['aes128-gcm@openssh.com', 'aes256-gcm@openssh.com']

/** As OpenSSH writes it. */
const fingerprintOf = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

const credentialsOf = ({ user: username, password, privateKey }: SftpSettings) => {
  if (username === '') throw new CopyProblem('Enter the user at the SFTP server in the settings.')
  if (privateKey.trim() !== '') return { username, privateKey }
  if (password === '') throw new CopyProblem('Enter a password or a private key for the SFTP server in the settings.')
  return { username, password }
}

const hung = (ms: number): CopyProblem =>
  new CopyProblem(
    `The server answers, and did nothing of what it was asked for ${ms / 60_000} minutes. Look whether its disk works.`,
  )

/** Watches what is asked of a server, and gives all of it up when nothing went on for too long. */
const watchIdle = (idleMs: number, giveUp: () => void) => {
  let waiting = 0
  const timer = setTimeout(() => {
    if (waiting > 0) giveUp()
  }, idleMs).unref()
  const goesOn = () => void timer.refresh()
  const during = async <T>(work: Promise<T>): Promise<T> => {
    waiting += 1
    goesOn()
    try {
      return await work
    } finally {
      waiting -= 1
      goesOn()
    }
  }
  return { goesOn, during }
}

const lineLost = () => Object.assign(new Error('The line was lost.'), { code: 'ECONNRESET' })

const noSftp = 'The server lets this account log in, and gives it no SFTP.'

const closeClient = (client: Client): void => {
  client.end()
  // A server that hangs does not hear it.
  setTimeout(() => client.destroy(), 2000).unref()
}

/** Logs in to a server whose key is the trusted one. What makes no progress for so long there is given up with the line. */
export const connectSftp = (settings: SftpSettings, idleMs: number): Promise<SftpLine> => {
  const client = new Client()
  let problem: Error | undefined
  const { goesOn, during: watched } = watchIdle(idleMs, () => {
    problem = hung(idleMs)
    client.destroy()
  })
  const opening = new Promise<SftpLine>((settle, fail) => {
    const end = (error: Error) => {
      client.destroy()
      fail(problem ?? error)
    }
    client.on('error', end)
    const lost = new Promise<never>((_, lose) => {
      client.on('close', () => {
        const error = problem ?? lineLost()
        lose(error)
        end(error)
      })
    })
    lost.catch(() => undefined)
    const during = <T>(work: Promise<T>): Promise<T> => watched(Promise.race([lost, work]))
    client.on('ready', () =>
      client.sftp((error, sftp) => {
        if (error) return end(new CopyProblem(noSftp))
        settle({ sftp, during, goesOn, close: () => closeClient(client) })
      }),
    )
    const hostVerifier = (key: Buffer) => {
      const hostKey = fingerprintOf(key)
      if (hostKey !== settings.hostKey) problem = hostKeyProblem(hostKey, settings.hostKey)
      return problem === undefined
    }
    try {
      const sock = openLine(settings).on('error', end)
      client.connect({
        sock,
        ...credentialsOf(settings),
        algorithms: { cipher: { prepend: fastCiphers, append: [], remove: [] } },
        readyTimeout: connectMs,
        keepaliveInterval: 10_000,
        keepaliveCountMax: 3,
        hostVerifier,
      })
    } catch (error) {
      end(error instanceof Error ? error : new Error(String(error)))
    }
  })
  return watched(opening)
}
