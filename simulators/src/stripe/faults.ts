/** What goes wrong on demand. */
export type StripeFault = {
  what: RequestFaultKind | WebhookFaultKind
  /** Which requests: `POST /v1/payment_intents`, with `*` for any part. All of the API if left out. */
  on?: string
  /** Which webhooks, by the type of their event. All if left out. */
  type?: string
  /** How often; once if left out. */
  times?: number
  /** How much later an answer or a webhook comes; of webhooks by the stand-in's clock. */
  delayMs?: number
}

/**
 * `timeoutAfterWrite`: it is done, and no answer comes. `errorBeforeWrite` and `errorAfterWrite`: 500. `rateLimited`: 429.
 * `refuseConnection`: the connection ends at once. `slow`: the answer is late.
 */
export const requestFaults = [
  'timeoutAfterWrite',
  'errorBeforeWrite',
  'errorAfterWrite',
  'rateLimited',
  'refuseConnection',
  'slow',
] as const
/** `reorderWebhooks`: what is due at the same time is sent last first. */
export const webhookFaults = ['loseWebhook', 'delayWebhook', 'duplicateWebhook', 'reorderWebhooks'] as const
type RequestFaultKind = (typeof requestFaults)[number]
type WebhookFaultKind = (typeof webhookFaults)[number]

const fits = (pattern: string | undefined, text: string): boolean => {
  if (pattern === undefined) return true
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^/]+')}$`).test(text)
}

/** The faults that wait for their turn. */
export class StripeFaults {
  #waiting: (StripeFault & { times: number })[] = []

  /** The next so many that fit go wrong. */
  add(fault: StripeFault) {
    this.#waiting.push({ ...fault, times: fault.times ?? 1 })
  }

  clear() {
    this.#waiting = []
  }

  list(): readonly StripeFault[] {
    return this.#waiting
  }

  #take(isMeant: (fault: StripeFault) => boolean): StripeFault | undefined {
    const fault = this.#waiting.find(isMeant)
    if (!fault) return undefined
    fault.times -= 1
    if (fault.times <= 0) this.#waiting = this.#waiting.filter((one) => one !== fault)
    return fault
  }

  forRequest(method: string, path: string): StripeFault | undefined {
    return this.#take(({ what, on }) => requestFaults.some((one) => one === what) && fits(on, `${method} ${path}`))
  }

  forWebhook(kind: WebhookFaultKind, type: string): StripeFault | undefined {
    return this.#take((fault) => fault.what === kind && fits(fault.type, type))
  }
}
