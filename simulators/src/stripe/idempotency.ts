import { createHash } from 'node:crypto'
import type { StripePart, StripeWorld } from './part.ts'
import { invalidRequest, StripeRefusal } from './refusals.ts'
import { table } from './store.ts'

/** What was answered to a key: it is given again, whatever happened since. */
type KeptAnswer = { id: string; hash: string; path: string; status: number; body: string; request: string }
const keptAnswers = table<KeptAnswer>({ name: 'idempotency key', prefix: 'idk_', isHidden: true })

/** Stripe forgets a key after a day. */
const keptMs = 86_400_000

export const requestHash = (input: { method: string; path: string; body: string }): string =>
  createHash('sha256').update(`${input.method} ${input.path}\n${input.body}`).digest('base64')

/** Keys of requests that have no answer yet. */
export class IdempotencyKeys {
  readonly #underWay = new Map<string, string>()

  /** The answer that was kept; refused if the key was used for something else, or is being used right now. */
  begin(
    { store }: StripeWorld,
    { key, hash, path }: { key: string; hash: string; path: string },
  ): KeptAnswer | undefined {
    const kept = store.find(keptAnswers, key)
    const before = kept?.hash ?? this.#underWay.get(key)
    if (kept && kept.path !== path)
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${kept.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    if (before !== undefined && before !== hash)
      throw new StripeRefusal(400, {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      })
    if (this.#underWay.has(key))
      throw invalidRequest(
        `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
        { status: 409, code: 'idempotency_key_in_use' },
      )
    if (kept) return kept
    this.#underWay.set(key, hash)
    return undefined
  }

  /** What failed before anything was done is not kept: the same key may be used again. */
  end(key: string) {
    this.#underWay.delete(key)
  }

  keep({ store, clock }: StripeWorld, answer: KeptAnswer) {
    store.insert(keptAnswers, answer)
    clock.schedule({ at: clock.ms() + keptMs, kind: 'forget-key', data: { key: answer.id } })
  }
}

export const idempotencyPart: StripePart = {
  tables: [keptAnswers],
  works: { 'forget-key': ({ store }, { key }) => store.remove(keptAnswers, key ?? '') },
}
