import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Rehearsal, RehearsalStanding } from '@spacekeeper/contract/rehearsal/shapes.ts'
import type { Services } from '#platform/ctx.ts'
import { systemCtx } from '#platform/ctx.ts'
import { hasEmbeddedPostgres } from '#platform/db/postgres-binaries.ts'
import { AppError } from '#platform/http/app-error.ts'
import { localDay, startOfDay } from '#platform/local-day.ts'
import { readOffers } from './offers.ts'
import type { RehearsalNews, RehearsalOrder } from './orders.ts'
import { makeFolder, removeFolder } from './rehearsal-folders.ts'

/** Puts portal, database and stand-in together; it stands above them, where the demonstration does. */
const program = fileURLToPath(new URL('../../../scripts/rehearsal.ts', import.meta.url))

/** A rehearsal that no one gives an order ends by itself. */
const usualUnusedMs = 20 * 60_000
/** So long it may take to put everything away before it is killed. */
const closingMs = 8_000
/** Of the process; the database has its own. */
const memoryMb = 320

type RunningRehearsal = {
  child: ChildProcess
  state: 'starting' | 'ready' | 'working' | 'failed'
  isOnTour: boolean
  problem: string | null
  standing: RehearsalStanding | null
  endsAt: Date
  timer: NodeJS.Timeout | undefined
  ended: Promise<unknown>
}

/** Only what a program needs to run at all: no address or key of the portal is in its environment. */
const plainEnv = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'NODE_ENV'].flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )

const hear = (one: RunningRehearsal, news: RehearsalNews): void => {
  if (news.kind === 'standing') one.standing = news.standing
  if (news.kind === 'ready') Object.assign(one, { state: 'ready', isOnTour: false })
  if (news.kind === 'failed') Object.assign(one, { state: 'failed', isOnTour: false, problem: news.problem })
}

const send = (one: RunningRehearsal, order: RehearsalOrder): void => {
  one.child.send(order, (error) => {
    if (error) hear(one, { kind: 'failed', problem: error.message })
  })
}

/** Starts the process, which puts the rest together by itself. */
const launch = async (services: Services): Promise<RunningRehearsal> => {
  const offers = await readOffers(systemCtx(services))
  const zone = await services.settings.get('SITE_TIME_ZONE')
  const noon = new Date(startOfDay(localDay(services.now(), zone), zone).getTime() + 12 * 3_600_000)
  const dataDir = makeFolder()
  const execArgv = [`--max-old-space-size=${memoryMb}`]
  const child = fork(program, [], { env: plainEnv(), execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const facts = { state: 'starting', isOnTour: false, problem: null, standing: null } as const
  const gone = new Promise<void>((resolve) => {
    // A process that could not be started at all ends with an error alone.
    for (const event of ['exit', 'error'])
      child.once(event, () => void removeFolder(dataDir, services.log).then(resolve))
  })
  const one: RunningRehearsal = { ...facts, child, endsAt: new Date(), timer: undefined, ended: gone }
  child.on('message', (news: RehearsalNews) => hear(one, news))
  child.on('error', (error) => hear(one, { kind: 'failed', problem: error.message }))
  child.once('exit', () => {
    if (one.state !== 'failed') hear(one, { kind: 'failed', problem: 'It ended unexpectedly.' })
  })
  send(one, { kind: 'open', dataDir, at: noon.toISOString(), offers })
  return one
}

/** The one rehearsal of a portal process: its process, started, spoken to and thrown away. */
export class Rehearsals {
  readonly #services: Services
  readonly #isPossible: boolean
  readonly #unusedMs: number
  #current: RunningRehearsal | undefined
  #starting: Promise<void> | undefined

  constructor(services: Services, { isAllowed = true, unusedMs = usualUnusedMs } = {}) {
    this.#services = services
    this.#unusedMs = unusedMs
    this.#isPossible = isAllowed && hasEmbeddedPostgres()
  }

  /** Of its process, while one runs. */
  get pid(): number | undefined {
    return this.#current?.child.pid
  }

  describe(): Rehearsal {
    const nothing = { isOnTour: false, problem: null, endsAt: null, standing: null }
    if (!this.#isPossible) return { ...nothing, state: 'impossible' }
    if (!this.#current) return { ...nothing, state: this.#starting ? 'starting' : 'none' }
    const { state, isOnTour, problem, standing, endsAt } = this.#current
    return { state, isOnTour, problem, standing, endsAt: endsAt.toISOString() }
  }

  /** Ends when the process and its folder are gone. */
  async end(): Promise<void> {
    await this.#starting?.catch(() => undefined)
    await this.#endCurrent()
  }

  async #endCurrent(): Promise<void> {
    const one = this.#current
    if (!one) return
    this.#current = undefined
    clearTimeout(one.timer)
    if (one.child.connected) one.child.disconnect()
    const killing = setTimeout(() => one.child.kill('SIGKILL'), closingMs)
    await one.ended
    clearTimeout(killing)
  }

  #touch(one: RunningRehearsal): void {
    clearTimeout(one.timer)
    one.endsAt = new Date(Date.now() + this.#unusedMs)
    one.timer = setTimeout(() => void this.end(), this.#unusedMs).unref()
  }

  async #startAnew(): Promise<void> {
    await this.#endCurrent()
    const one = await launch(this.#services)
    this.#current = one
    this.#touch(one)
  }

  /** Throws away the one that runs, and starts anew. Asked for twice at once, it starts one. */
  async start(): Promise<Rehearsal> {
    if (!this.#isPossible) throw new AppError('rehearsalImpossible')
    this.#starting ??= this.#startAnew()
    try {
      await this.#starting
    } finally {
      this.#starting = undefined
    }
    return this.describe()
  }

  #get(): RunningRehearsal {
    if (!this.#current || this.#current.state === 'failed') throw new AppError('rehearsalGone')
    return this.#current
  }

  order(order: RehearsalOrder): Rehearsal {
    const one = this.#get()
    if (one.state !== 'ready') throw new AppError('rehearsalBusy')
    Object.assign(one, { state: 'working', isOnTour: order.kind === 'tour' })
    this.#touch(one)
    send(one, order)
    return this.describe()
  }

  stopTour(): Rehearsal {
    const one = this.#get()
    if (one.isOnTour) send(one, { kind: 'stopTour' })
    return this.describe()
  }
}
