import { reasonOf } from '#platform/chat/call-webhook.ts'

/** Sending a photo over a slow line takes a while. */
const serviceMs = 20_000

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

const faultOf = ({ service, meanings }: ServiceCall, { status, headers }: Response): ServiceFault => {
  if (status === 429) {
    const waitSeconds = Number(headers.get('retry-after')) || 30
    return new ServiceFault(`${service} asked for fewer requests (429).`, { isFinal: false, waitSeconds })
  }
  if (status >= 500 || status === 408)
    return new ServiceFault(`${service} has a problem (${status}).`, { isFinal: false })
  return new ServiceFault(`${meanings[status] ?? `${service} refused the request`} (${status}).`, { isFinal: true })
}

/** Asks once, follows no redirects, and answers what the service said in JSON; throws a `ServiceFault` otherwise. */
export const callService = async (call: ServiceCall): Promise<unknown> => {
  const { service, url, method, headers, body } = call
  const isForm = body instanceof FormData
  try {
    const response = await fetch(url, {
      method,
      headers: { accept: 'application/json', ...headers, ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(serviceMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      throw faultOf(call, response)
    }
    return await response.json().catch(() => null)
  } catch (error) {
    if (error instanceof ServiceFault) throw error
    throw new ServiceFault(reasonOf(error, serviceMs).replace('The service', service), { isFinal: false })
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
