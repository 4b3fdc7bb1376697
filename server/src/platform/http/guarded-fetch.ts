import { lookup as resolve, type LookupAddress } from 'node:dns'
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import type { LookupFunction } from 'node:net'
import { z } from 'zod'
import { type AddressAllowance, problemOfAddress, problemOfHost } from './outgoing-address.ts'

export type GuardLimits = AddressAllowance & {
  /** With 0 only the status and the headers are of interest, and the portal hangs up after them. */
  maxBytes: number
  timeoutMs: number
}

type GuardedRequest = GuardLimits & {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Told each piece of the answer: once it says so, that is enough, and the portal hangs up. */
  isEnough?: (piece: Buffer, headers: IncomingHttpHeaders) => boolean
}

export type GuardedAnswer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** An answer in JSON; null for anything else. */
export const jsonOf = ({ body }: Pick<GuardedAnswer, 'body'>): unknown => {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

/** Why another server could not be asked, in words for staff: never with the address, which may hold a password. */
export class FetchFailure extends Error {
  readonly kind: 'late' | 'large' | 'other'
  constructor(words: string, kind: FetchFailure['kind'] = 'other') {
    super(words)
    this.kind = kind
  }
}

const words: Record<string, string> = {
  ECONNREFUSED: 'The server refused the connection.',
  ECONNRESET: 'The server closed the connection.',
  EHOSTUNREACH: 'The server can’t be reached.',
  ENETUNREACH: 'The server can’t be reached.',
  ENOTFOUND: 'No server has this name.',
  EAI_AGAIN: 'The name of the server could not be looked up.',
  CERT_HAS_EXPIRED: 'The certificate of the server has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate of the server is self-signed.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the server is for another name.',
  HPE_HEADER_OVERFLOW: 'The headers of the answer are too long.',
}

const Thrown = z.object({ code: z.string() })

const failureOf = (error: unknown): FetchFailure => {
  if (error instanceof FetchFailure) return error
  const code = Thrown.safeParse(error).data?.code ?? 'unknown'
  const isBroken = code.startsWith('HPE_') && words[code] === undefined
  return new FetchFailure(
    isBroken ? 'The answer is not HTTP.' : (words[code] ?? `The server could not be reached (${code}).`),
  )
}

/** Resolves a name to the addresses that may be asked; the connection is made to one of these, not to a second answer. */
export const lookupAllowed =
  ({ allowPrivate }: AddressAllowance): LookupFunction =>
  (hostname, options, done) => {
    const judge = (error: Error | null, found: LookupAddress[]) => {
      if (error) return done(error, '')
      const allowed = found.filter(({ address }) => problemOfAddress(address, { allowPrivate }) === null)
      const [first] = allowed
      if (!first) {
        const problem = problemOfAddress(found[0]?.address ?? '', { allowPrivate })
        return done(new FetchFailure(problem ?? 'This name can’t be found.'), '')
      }
      return options.all ? done(null, allowed) : done(null, first.address, first.family)
    }
    resolve(hostname, { ...options, all: true }, judge)
  }

const parseAddress = (address: string, { allowPrivate }: AddressAllowance): URL => {
  const url = URL.parse(address)
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw new FetchFailure('The address is not one of the web.')
  // Nothing is looked up for a number, so it is judged here.
  const problem = problemOfHost(url.href, { allowPrivate })
  if (problem !== null) throw new FetchFailure(problem)
  return url
}

type AnswerLimits = Pick<GuardedRequest, 'maxBytes' | 'isEnough'>

const readAnswer = (answer: IncomingMessage, { maxBytes, isEnough }: AnswerLimits): Promise<GuardedAnswer> =>
  new Promise((settle, fail) => {
    const pieces: Buffer[] = []
    let length = 0
    const finish = () =>
      settle({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(pieces) })
    if (maxBytes === 0) return finish()
    answer.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > maxBytes) return fail(new FetchFailure(`The answer is larger than ${maxBytes} bytes.`, 'large'))
      pieces.push(piece)
      if (isEnough?.(piece, answer.headers)) finish()
    })
    answer.on('end', finish)
    answer.on('error', fail)
    answer.on('close', () => fail(new FetchFailure('The server broke the answer off.')))
  })

const send = (request: ClientRequest, body: string | Uint8Array | undefined): Promise<IncomingMessage> =>
  new Promise((settle, fail) => {
    request.on('response', settle)
    // Also heard after the answer began, so that nothing is left to end the process.
    request.on('error', fail)
    request.end(body)
  })

/**
 * Asks another server, and is the one way in which the portal does: connects only to an address that was checked after its name was
 * looked up, follows no redirect, and takes no more bytes and time than it is given. Throws a `FetchFailure` with a plain
 * reason; an answer of any status is an answer.
 */
export const guardedFetch = async (address: string, wanted: GuardedRequest): Promise<GuardedAnswer> => {
  const { timeoutMs, method = 'GET', headers = {}, body } = wanted
  const url = parseAddress(address, wanted)
  const open = url.protocol === 'https:' ? secureRequest : plainRequest
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const request = open(url, {
    agent: false,
    lookup: lookupAllowed(wanted),
    method,
    headers: { 'user-agent': 'Spacekeeper', ...headers, ...length },
  })
  const late = new FetchFailure(`The server did not answer within ${timeoutMs / 1000} seconds.`, 'late')
  let giveUp = (_: FetchFailure) => {}
  const overdue = new Promise<never>((_, fail) => {
    giveUp = fail
  })
  const timer = setTimeout(() => giveUp(late), timeoutMs)
  try {
    return await Promise.race([overdue, send(request, body).then((answer) => readAnswer(answer, wanted))])
  } catch (error) {
    throw failureOf(error)
  } finally {
    clearTimeout(timer)
    request.destroy()
  }
}
