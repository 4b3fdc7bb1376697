import { FetchFailure, type GuardedAnswer, guardedFetch, jsonOf } from '#platform/http/guarded-fetch.ts'

/** Sending a photo over a slow line takes a while. */
const serviceMs = 20_000

const maxBytes = 1_000_000

/** Why a service did not take something, in words for staff that hold no secret. `isFinal`: it never will, as things are. */
export class ServiceFault extends Error {
  readonly isFinal: boolean
  readonly waitSeconds: number | null

  constructor(words: string, { isFinal, waitSeconds = null }: { isFinal: boolean; waitSeconds?: number | null }) {
    super(words)
    this.name = 'ServiceFault'
    this.isFinal = isFinal
    this.waitSeconds = waitSeconds
  }
}

type ServiceCall = {
  /** What staff call the service. */
  service: string
  url: string
  method: 'POST' | 'PUT'
  headers: Record<string, string>
  body: Record<string, unknown> | FormData
  /** What this service means by a status. */
  meanings: Readonly<Record<number, string>>
}

const faultOf = ({ service, meanings }: ServiceCall, { status, headers }: GuardedAnswer): ServiceFault => {
  if (status === 429) {
    const waitSeconds = Number(headers['retry-after']) || 30
    return new ServiceFault(`${service} asked for fewer requests (429).`, { isFinal: false, waitSeconds })
  }
  if (status >= 500 || status === 408)
    return new ServiceFault(`${service} has a problem (${status}).`, { isFinal: false })
  return new ServiceFault(`${meanings[status] ?? `${service} refused the request`} (${status}).`, { isFinal: true })
}

/** The body as it is sent, with what says how to read it. */
const packBody = async (body: ServiceCall['body']) => {
  if (!(body instanceof FormData)) return { body: JSON.stringify(body), mediaType: 'application/json' }
  const packed = new Response(body)
  return { mediaType: packed.headers.get('content-type') ?? '', body: new Uint8Array(await packed.arrayBuffer()) }
}

/** Asks once, follows no redirects, and answers what the service said in JSON; throws a `ServiceFault` otherwise. */
export const callService = async (call: ServiceCall): Promise<unknown> => {
  const { service, url, method, headers } = call
  const { body, mediaType } = await packBody(call.body)
  try {
    const answer = await guardedFetch(url, {
      // Boards of a space's own stand in its network.
      allowPrivate: true,
      maxBytes,
      timeoutMs: serviceMs,
      method,
      headers: { accept: 'application/json', ...headers, 'content-type': mediaType },
      body,
    })
    if (answer.status < 200 || answer.status > 299) throw faultOf(call, answer)
    return jsonOf(answer)
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    throw new ServiceFault(error.message.replace('The server', service), { isFinal: false })
  }
}

/** A photo as it goes to another service. */
export type SentPhoto = { name: string; mediaType: string; content: Uint8Array; pictureId: number }

export const formWith = (field: string, { name, mediaType, content }: SentPhoto): FormData => {
  const form = new FormData()
  form.append(field, new Blob([Uint8Array.from(content)], { type: mediaType }), name)
  return form
}

/** An address a service gave, if staff can safely be led there. */
export const webAddress = (address: string): string | null => {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) && url.href.length <= 500 ? url.href : null
}
