import { askPortal, troubleOf, type Trouble } from './ask-portal.ts'
import { addressOf, offlinePage } from './own-pages.ts'
import { delayAfter, isOfPortal, type Backoff } from './rules.ts'
import type { KioskWindow, NetSurface } from './surface.ts'

export type Patience = {
  /** Between attempts to reach the portal. */
  retry: Backoff
  /** Between restarts of a page that crashes. */
  restart: Backoff
  /** How long a page has to stand until its next crash counts as the first. */
  steadyMs: number
  /** How long a page may be busy until it counts as hanging. */
  hangMs: number
}

export const patience: Patience = {
  retry: { firstMs: 2_000, mostMs: 30_000 },
  restart: { firstMs: 1_000, mostMs: 60_000 },
  steadyMs: 60_000,
  hangMs: 30_000,
}

/** Chromium's number for a load that another one replaced. */
const aborted = -3

/** Keeps the portal on the screen, whatever the network, the portal or the page's own process does. */
export class ShowPortal {
  #failures = 0
  #crashes = 0
  #shownAt = 0
  /** From the moment the portal is asked for until a page of it is there. */
  #isArriving = false
  #next: NodeJS.Timeout | undefined
  #hang: NodeJS.Timeout | undefined
  readonly #window: KioskWindow
  readonly #net: NetSurface
  readonly #portal: URL
  readonly #patience: Patience

  constructor(input: { window: KioskWindow; net: NetSurface; portal: URL; patience: Patience }) {
    this.#window = input.window
    this.#net = input.net
    this.#portal = input.portal
    this.#patience = input.patience
    this.#watchLoads()
    this.#watchProcess()
  }

  load(path = '/'): void {
    this.#forget()
    this.#isArriving = true
    this.#open(new URL(path, this.#portal).href)
  }

  stop(): void {
    this.#forget()
    clearTimeout(this.#hang)
  }

  #forget(): void {
    clearTimeout(this.#next)
    this.#next = undefined
  }

  /** How a load went is told by events; its promise says the same once more. */
  #open(address: string): void {
    this.#window.loadURL(address).catch(() => undefined)
  }

  #watchLoads(): void {
    const { webContents } = this.#window
    webContents.on('did-fail-load', (_event, code, description, _url, isMainFrame) => {
      if (isMainFrame && code !== aborted) this.#goOffline(troubleOf(description))
    })
    webContents.on('will-redirect', ({ url, isMainFrame }) => {
      // Later, a page that would lead away simply stays.
      if (!this.#isArriving || !isMainFrame || isOfPortal(url, this.#portal)) return
      // Not while the load that is being given up still runs.
      this.#next = setTimeout(() => this.#goOffline('moved'))
    })
    webContents.on('did-navigate', (_event, url, status) => {
      if (!isOfPortal(url, this.#portal)) return
      if (status >= 500) return this.#goOffline('failing')
      this.#isArriving = false
      this.#failures = 0
      this.#shownAt = Date.now()
    })
  }

  #goOffline(trouble: Trouble): void {
    this.#isArriving = false
    this.#failures += 1
    this.#open(addressOf(offlinePage({ portal: this.#portal, trouble })))
    this.#tryLater(trouble)
  }

  /** Asks quietly, so that the page with the reason stays until there is something better to show. */
  #tryLater(shown: Trouble): void {
    clearTimeout(this.#next)
    this.#next = setTimeout(() => void this.#try(shown), delayAfter(this.#failures, this.#patience.retry))
  }

  async #try(shown: Trouble): Promise<void> {
    const attempt = this.#next
    const trouble = await askPortal(this.#net, this.#portal)
    // Something else was begun while the answer was waited for.
    if (attempt !== this.#next) return
    if (trouble === undefined) return this.load()
    this.#failures += 1
    if (trouble !== shown) this.#open(addressOf(offlinePage({ portal: this.#portal, trouble })))
    this.#tryLater(trouble)
  }

  #watchProcess(): void {
    const { webContents } = this.#window
    webContents.on('render-process-gone', () => {
      clearTimeout(this.#hang)
      this.#crashes = Date.now() - this.#shownAt > this.#patience.steadyMs ? 1 : this.#crashes + 1
      clearTimeout(this.#next)
      this.#next = setTimeout(() => this.load(), delayAfter(this.#crashes, this.#patience.restart))
    })
    webContents.on('unresponsive', () => {
      clearTimeout(this.#hang)
      this.#hang = setTimeout(() => webContents.forcefullyCrashRenderer(), this.#patience.hangMs)
    })
    webContents.on('responsive', () => clearTimeout(this.#hang))
  }
}
