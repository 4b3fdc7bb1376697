/** Something that will happen by itself. It is data, so that it survives a restart; its `kind` names what does it. */
export type DueWork = {
  id: number
  /** Milliseconds. */
  at: number
  kind: string
  data: Record<string, string>
  /** The test clock by whose time it happens; null: the stand-in's own. */
  testClock: string | null
}
export type ClockState = { base: number; works: DueWork[]; testClocks: Record<string, number>; count: number }

/** A timer cannot wait longer than this; it is set again then. */
const longestTimer = 2 ** 31 - 1

/**
 * The stand-in's own time, and what will happen at which. It stands still if it was given a beginning, and runs along
 * with the real one otherwise; either way it can be moved forward. Test clocks have times of their own.
 */
export class StripeClock {
  #base: number
  readonly #isRunning: boolean
  #startedAt = performance.now()
  /** Of each clock its own, the next one first. */
  readonly #works = new Map<string | null, DueWork[]>()
  #count: number
  readonly testClocks: Map<string, number>
  #timer: NodeJS.Timeout | undefined
  #onDue: () => void = () => undefined

  constructor(input: { begin: Date | undefined; state: ClockState | undefined }) {
    this.#isRunning = input.begin === undefined
    const real = Date.now()
    this.#base = input.begin?.getTime() ?? Math.max(real, input.state?.base ?? 0)
    if (input.begin && input.state) this.#base = Math.max(this.#base, input.state.base)
    for (const work of input.state?.works ?? []) this.#put(work)
    this.#count = input.state?.count ?? 0
    this.testClocks = new Map(Object.entries(input.state?.testClocks ?? {}))
  }

  /** What to do when time has come for something of the stand-in's own clock. */
  onDue(listener: () => void) {
    this.#onDue = listener
    this.#wind()
  }

  #own(): number {
    return this.#isRunning ? Math.floor(this.#base + performance.now() - this.#startedAt) : this.#base
  }

  /** Milliseconds; with a test clock those of its own time. */
  ms(testClock: string | null = null): number {
    return (testClock === null ? undefined : this.testClocks.get(testClock)) ?? this.#own()
  }

  /** Seconds, as `created` and its like are. */
  seconds(testClock: string | null = null): number {
    return Math.floor(this.ms(testClock) / 1_000)
  }

  /** Moves the stand-in's own clock, never back. */
  set(ms: number) {
    this.#base = Math.max(ms, this.#own())
    this.#startedAt = performance.now()
    this.#wind()
  }

  #put(work: DueWork) {
    const works = this.#works.get(work.testClock) ?? []
    this.#works.set(work.testClock, works)
    let [low, high] = [0, works.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((works[middle]?.at ?? 0) <= work.at) low = middle + 1
      else high = middle
    }
    works.splice(low, 0, work)
  }

  schedule(work: { at: number; kind: string; data: Record<string, string>; testClock?: string | null }): DueWork {
    const due: DueWork = { ...work, testClock: work.testClock ?? null, id: (this.#count += 1) }
    this.#put(due)
    if (due.testClock === null) this.#wind()
    return due
  }

  /** Takes back what was to happen. */
  cancel(isMeant: (work: DueWork) => boolean) {
    for (const [name, works] of this.#works)
      this.#works.set(
        name,
        works.filter((work) => !isMeant(work)),
      )
  }

  waiting(): readonly DueWork[] {
    return [...this.#works.values()].flat()
  }

  next(testClock: string | null): DueWork | undefined {
    return this.#works.get(testClock)?.[0]
  }

  /** The earliest that is due until then on that clock, taken out. Those of equal time keep their order. */
  take(until: number, testClock: string | null): DueWork | undefined {
    return (this.next(testClock)?.at ?? Infinity) <= until ? this.#works.get(testClock)?.shift() : undefined
  }

  /** A running clock wakes when the next is due. One that stands still is woken by what is due at once. */
  #wind() {
    clearTimeout(this.#timer)
    const next = this.next(null)
    if (!next) return
    const wait = next.at - this.#own()
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
      base: this.#own(),
      works: [...this.waiting()],
      testClocks: Object.fromEntries(this.testClocks),
      count: this.#count,
    }
  }
}
