/** Something that will happen by itself. It is data, so that it survives a restart; its `kind` names what does it. */
export type DueWork = {
  id: number
  /** Milliseconds. */
  at: number
  kind: string
  data: Record<string, string>
}
export type ClockState = { base: number; works: DueWork[]; count: number }

/** A timer cannot wait longer than this; it is set again then. */
const longestTimer = 2 ** 31 - 1

/**
 * The stand-in's own time, and what will happen at which. It stands still if it was given a beginning, and runs along
 * with the real one otherwise; either way it can be moved forward.
 */
export class StripeClock {
  #base: number
  readonly #isRunning: boolean
  #startedAt = performance.now()
  /** The next one first. */
  #works: DueWork[] = []
  #count: number
  #timer: NodeJS.Timeout | undefined
  #onDue: () => void = () => undefined

  constructor(input: { begin: Date | undefined; state: ClockState | undefined }) {
    this.#isRunning = input.begin === undefined
    const real = Date.now()
    this.#base = input.begin?.getTime() ?? Math.max(real, input.state?.base ?? 0)
    if (input.begin && input.state) this.#base = Math.max(this.#base, input.state.base)
    for (const work of input.state?.works ?? []) this.#put(work)
    this.#count = input.state?.count ?? 0
  }

  /** Work to do when time has come for something. */
  onDue(listener: () => void) {
    this.#onDue = listener
    this.#wind()
  }

  ms(): number {
    return this.#isRunning ? Math.floor(this.#base + performance.now() - this.#startedAt) : this.#base
  }

  /** Seconds, as `created` and its like are. */
  seconds(): number {
    return Math.floor(this.ms() / 1_000)
  }

  /** Moves it, never back. */
  set(ms: number) {
    this.#base = Math.max(ms, this.ms())
    this.#startedAt = performance.now()
    this.#wind()
  }

  #put(work: DueWork) {
    const works = this.#works
    let [low, high] = [0, works.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((works[middle]?.at ?? 0) <= work.at) low = middle + 1
      else high = middle
    }
    works.splice(low, 0, work)
  }

  schedule(work: { at: number; kind: string; data: Record<string, string> }): DueWork {
    const due: DueWork = { ...work, id: (this.#count += 1) }
    this.#put(due)
    this.#wind()
    return due
  }

  /** Takes back what was to happen. */
  cancel(isMeant: (work: DueWork) => boolean) {
    this.#works = this.#works.filter((work) => !isMeant(work))
  }

  waiting(): readonly DueWork[] {
    return this.#works
  }

  next(): DueWork | undefined {
    return this.#works[0]
  }

  /** The earliest that is due until then, taken out. Those of equal time keep their order. */
  take(until: number): DueWork | undefined {
    return (this.next()?.at ?? Infinity) <= until ? this.#works.shift() : undefined
  }

  /** A running clock wakes when the next is due. One that stands still is woken by what is due at once. */
  #wind() {
    clearTimeout(this.#timer)
    const next = this.next()
    if (!next) return
    const wait = next.at - this.ms()
    if (wait > 0 && !this.#isRunning) return
    this.#timer = setTimeout(() => this.#onDue(), Math.min(Math.max(wait, 0), longestTimer))
    this.#timer.unref()
  }

  stop() {
    clearTimeout(this.#timer)
    this.#onDue = () => undefined
  }

  state(): ClockState {
    return {
      base: this.ms(),
      works: [...this.waiting()],
      count: this.#count,
    }
  }
}
