import { z } from 'zod'
import { driverFault } from './relay-driver.ts'

/** Relays are in the same building; one that takes longer has a problem. */
const timeoutMs = 2_000

const maxBytes = 64 * 1024

export type RelayAnswer = { status: number; headers: Headers; body: unknown }

const Failure = z.object({ name: z.string() })

const faultOf = (error: unknown) => {
  const failure = Failure.safeParse(error)
  return driverFault(failure.success && failure.data.name === 'TimeoutError' ? 'timedOut' : 'unreachable', error)
}

/** The beginning of a body; an endless one is no answer of a relay. */
const readText = async (answer: Response): Promise<string> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw driverFault('notUnderstood')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * One call to a relay or its hub. Redirects are not followed, answers are bounded, and what takes too long is given up.
 * Of what is no JSON the body is null.
 */
export const callRelay = async (
  address: URL,
  init: { method?: 'GET' | 'POST'; headers?: Record<string, string>; body?: string } = {},
): Promise<RelayAnswer> => {
  let isAnswered = false
  try {
    const answer = await fetch(address, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
    isAnswered = true
    const text = await readText(answer).catch((error: unknown) => {
      throw error instanceof Error && 'problem' in error ? error : faultOf(error)
    })
    return { status: answer.status, headers: answer.headers, body: parse(text) }
  } catch (error) {
    throw isAnswered ? error : faultOf(error)
  }
}

/** The address of something below the one that staff entered. */
export const below = (address: string, path: string): URL => new URL(`${address.replace(/\/+$/, '')}${path}`)
