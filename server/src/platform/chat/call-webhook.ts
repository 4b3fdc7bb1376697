import { FetchFailure, guardedFetch } from '../http/guarded-fetch.ts'

const timeoutMs = 5_000

/**
 * `refused` for good: the service will not take this post, however often it is sent. `failed`: it may the next time.
 * Reasons are for staff to read, and never hold the address, which is a secret.
 */
export type PostOutcome =
  | { kind: 'posted' }
  | { kind: 'askedToWait'; seconds: number }
  | { kind: 'failed' | 'refused'; reason: string }

const statuses: Record<number, string> = {
  401: 'The service does not accept this webhook (401).',
  403: 'The service does not accept this webhook (403).',
  404: 'The service does not know this webhook (404). It may have been deleted there.',
  410: 'The webhook is gone (410). It was deleted there.',
}

const outcomeOf = (status: number, retryAfter: string | undefined): PostOutcome => {
  if (status >= 200 && status < 300) return { kind: 'posted' }
  if (status === 429) return { kind: 'askedToWait', seconds: Number(retryAfter) || 30 }
  if (status >= 500 || status === 408) return { kind: 'failed', reason: `The service has a problem (${status}).` }
  return { kind: 'refused', reason: statuses[status] ?? `The service refused the post (${status}).` }
}

/** Sends one post without following redirects, and answers what became of it; never throws for the service's faults. */
export const callWebhook = async (address: string, body: Record<string, unknown>): Promise<PostOutcome> => {
  try {
    const { status, headers } = await guardedFetch(address, {
      // Chats of a space's own stand in its network.
      allowPrivate: true,
      // Its words are of no interest.
      maxBytes: 0,
      timeoutMs,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return outcomeOf(status, headers['retry-after'])
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    return { kind: 'failed', reason: error.message.replace('The server', 'The service') }
  }
}
