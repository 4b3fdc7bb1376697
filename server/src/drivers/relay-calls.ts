import type { IncomingHttpHeaders } from 'node:http'
import { FetchFailure, guardedFetch, jsonOf } from '#platform/http/guarded-fetch.ts'
import { driverFault } from './relay-driver.ts'

/** Relays are in the same building; one that takes longer has a problem. An endless answer is none of a relay. */
const limits = { allowPrivate: true, maxBytes: 64 * 1024, timeoutMs: 2_000 }

export type RelayAnswer = { status: number; headers: IncomingHttpHeaders; body: unknown }

const faultOf = (failure: FetchFailure) => {
  switch (failure.kind) {
    case 'late':
      return driverFault('timedOut', failure)
    case 'large':
      return driverFault('notUnderstood', failure)
    default:
      return driverFault('unreachable', failure)
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
  try {
    const answer = await guardedFetch(address.href, { ...limits, ...init })
    return { status: answer.status, headers: answer.headers, body: jsonOf(answer) }
  } catch (error) {
    throw error instanceof FetchFailure ? faultOf(error) : error
  }
}

/** The address of something below the one that staff entered. */
export const below = (address: string, path: string): URL => new URL(`${address.replace(/\/+$/, '')}${path}`)
