import { z } from 'zod'

const timeoutMs = 5_000

/**
 * `refused` for good: the service will not take this post, however often it is sent. `failed`: it may the next time.
 * Reasons are for staff to read, and never hold the address, which is a secret.
 */
export type PostOutcome =
  | { kind: 'posted' }
  | { kind: 'askedToWait'; seconds: number }
  | { kind: 'failed' | 'refused'; reason: string }

const Failure = z.object({ name: z.string().optional(), cause: z.object({ code: z.string() }).optional() })

const words: Record<string, string> = {
  ECONNREFUSED: 'The service refused the connection.',
  ECONNRESET: 'The service broke the connection off.',
  ENOTFOUND: 'There is no service at this address.',
  EAI_AGAIN: 'The name of the service could not be looked up.',
  CERT_HAS_EXPIRED: 'The certificate of the service has expired.',
}

/** Why a service could not be reached, for staff: without its address. */
export const reasonOf = (error: unknown, waitedMs = timeoutMs): string => {
  const { name, cause } = Failure.safeParse(error).data ?? {}
  if (name === 'TimeoutError') return `The service did not answer within ${waitedMs / 1000} seconds.`
  const code = cause?.code ?? 'unknown'
  return words[code] ?? `The service could not be reached (${code}).`
}

const statuses: Record<number, string> = {
  401: 'The service does not accept this webhook (401).',
  403: 'The service does not accept this webhook (403).',
  404: 'The service does not know this webhook (404). It may have been deleted there.',
  410: 'The webhook is gone (410). It was deleted there.',
}

const outcomeOf = (status: number, headers: Headers): PostOutcome => {
  if (status >= 200 && status < 300) return { kind: 'posted' }
  if (status === 429) return { kind: 'askedToWait', seconds: Number(headers.get('retry-after')) || 30 }
  if (status >= 500 || status === 408) return { kind: 'failed', reason: `The service has a problem (${status}).` }
  return { kind: 'refused', reason: statuses[status] ?? `The service refused the post (${status}).` }
}

/** Sends one post without following redirects, and answers what became of it; never throws for the service's faults. */
export const callWebhook = async (address: string, body: Record<string, unknown>): Promise<PostOutcome> => {
  const call = fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  try {
    const { status, headers, body: answer } = await call
    // What it says is of no interest, but the connection is free only when it is read or dropped.
    await answer?.cancel()
    return outcomeOf(status, headers)
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) }
  }
}
