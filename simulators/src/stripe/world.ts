import { StripeClock, type ClockState } from './clock.ts'
import { apiVersion, deliveries, endAttempt, events, recordEvent } from './events.ts'
import { StripeFaults } from './faults.ts'
import type { StripePart, StripeWorld } from './part.ts'
import { StripeStore, type StoreState } from './store.ts'
import { webhookEndpoints, webhookSecretOf } from './webhook-endpoints.ts'
import { postWebhook, signatureOf } from './webhook-post.ts'

export type StripeState = { rows: StoreState; clock: ClockState; liveIds: string[]; account: StripeWorld['account'] }

/** So many posts may be on their way before what happens next waits for them. */
const mostPosts = 64

/** Everything that is there, and the only place where time passes and events leave. */
export class StripeUniverse {
  readonly world: StripeWorld
  readonly faults = new StripeFaults()
  readonly #parts: StripePart[]
  readonly #posts = new Set<Promise<void>>()
  #turn: Promise<void> = Promise.resolve()
  readonly #signedAt: (() => Date) | undefined

  constructor(input: {
    parts: StripePart[]
    url: string
    account: StripeWorld['account']
    begin: Date | undefined
    signedAt: (() => Date) | undefined
    state: StripeState | undefined
  }) {
    const { parts, url, state } = input
    this.#parts = parts
    this.#signedAt = input.signedAt
    const clock = new StripeClock({ begin: input.begin, state: state?.clock })
    const store = new StripeStore(
      parts.flatMap(({ tables = [] }) => tables),
      state?.rows,
    )
    for (const id of state?.liveIds ?? []) store.liveIds.add(id)
    const listeners = parts.flatMap((part) => Object.entries(part.listeners ?? {}))
    this.world = {
      store,
      clock,
      url,
      account: state?.account ?? input.account,
      request: { id: null, idempotency_key: null },
      record: (type, object, options = {}) => {
        const id = recordEvent({ world: this.world, faults: this.faults }, { type, object, ...options })
        for (const [name, listener] of listeners) if (name === type) listener(this.world, object)
        return id
      },
    }
    clock.onDue(() => void this.#queue(() => this.#runDue(clock.ms(), false)))
  }

  #queue(run: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(run, run)
    return this.#turn
  }

  #do(kind: string, data: Record<string, string>) {
    if (kind === 'deliver') {
      this.#post(data['delivery'] ?? '')
      return
    }
    const work = this.#parts.map(({ works }) => works?.[kind]).find((one) => one !== undefined)
    if (!work) throw new Error(`No part says how to do ${kind}.`)
    const { request } = this.world
    this.world.request = { id: null, idempotency_key: null }
    try {
      work(this.world, data)
    } finally {
      this.world.request = request
    }
  }

  /** Does everything that is due until then, in order; each at its own time. */
  async #runDue(until: number, isWaiting: boolean) {
    const { clock } = this.world
    for (;;) {
      const next = clock.next()
      const isDue = next !== undefined && next.at <= until
      // What is answered now may be tried again before what is due next.
      if (isWaiting && this.#posts.size > 0 && !(isDue && next.at <= clock.ms())) {
        await this.settled()
        continue
      }
      const work = clock.take(until)
      if (!work) return
      if (isWaiting) clock.set(work.at)
      const isLastFirst = work.kind === 'deliver' && this.faults.list().some(({ what }) => what === 'reorderWebhooks')
      if (isLastFirst) await this.#postLastFirst(work.data['delivery'] ?? '', work.at)
      else this.#do(work.kind, work.data)
      if (this.#posts.size >= mostPosts) await Promise.race(this.#posts)
    }
  }

  /** One after the other, so that they arrive in this order. */
  async #postLastFirst(first: string, until: number) {
    const { clock, store } = this.world
    const together = [first]
    for (let next = clock.take(until); next; next = clock.take(until)) {
      if (next.kind === 'deliver') together.push(next.data['delivery'] ?? '')
      else this.#do(next.kind, next.data)
    }
    this.faults.forWebhook('reorderWebhooks', store.find(deliveries, first)?.type ?? '')
    for (const delivery of together.toReversed()) {
      this.#post(delivery)
      await Promise.all(this.#posts)
    }
  }

  #post(id: string) {
    const { store, clock } = this.world
    const delivery = store.find(deliveries, id)
    const event = store.find(events, delivery?.event)
    const endpoint = store.find(webhookEndpoints, delivery?.endpoint)
    const secret = endpoint && webhookSecretOf(store, endpoint.id)
    if (!delivery || !event || !endpoint || secret === undefined || endpoint.status !== 'enabled') return
    const payload = JSON.stringify({ ...event, api_version: endpoint.api_version ?? apiVersion }, null, 2)
    const seconds = Math.floor((this.#signedAt?.().getTime() ?? clock.ms()) / 1000)
    const signature = signatureOf({ payload, secret, seconds })
    const post = postWebhook({ url: endpoint.url, payload, signature }).then((result) => {
      this.#posts.delete(post)
      endAttempt(this.world, { delivery: id, ...result })
    })
    this.#posts.add(post)
  }

  /** Moves the stand-in's clock: everything due until then happens in order, and is delivered at its own time. */
  advance(to: Date): Promise<void> {
    return this.#queue(async () => {
      await this.#runDue(this.world.clock.ms(), true)
      await this.#runDue(to.getTime(), true)
      this.world.clock.set(to.getTime())
    })
  }

  /** Ends when nothing is on its way any more that was due. */
  async settled() {
    while (this.#posts.size > 0) await Promise.all(this.#posts)
  }

  /** As `settled`, with what was due already and had not begun. */
  idle(): Promise<void> {
    return this.#queue(() => this.#runDue(this.world.clock.ms(), true))
  }

  state(): StripeState {
    const { store, clock, account } = this.world
    return { rows: store.state(), clock: clock.state(), liveIds: [...store.liveIds], account }
  }

  async close() {
    this.world.clock.stop()
    await this.settled()
  }
}
