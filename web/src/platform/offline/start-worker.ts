import { windowReload } from '../ui/reload.ts'
import { isOpenMessage, messages, ownCaches } from './worker-rules.ts'

const updateEveryMs = 60 * 60_000
/** A worker that takes longer is not waited for: the window is loaded from the portal in any case. */
const takeOverMs = 3000

/** Where the browser has no workers, as without https, the portal works without one. */
const workers = (): ServiceWorkerContainer | undefined => navigator.serviceWorker

type WorkerStart = {
  /** Goes to a page that a notification was about. */
  open: (path: string) => void
  /** A new version waits: says so, and calls back when its reader wants it. */
  offer: (reload: () => void) => void
}

let started: Promise<ServiceWorkerRegistration | null> | undefined

type Updatable = { waiting: Pick<ServiceWorker, 'state' | 'postMessage'> | null }

/** The new worker takes over first, so that it is not found waiting once more; another tab may have had it do so already. */
const takeOver = async ({ waiting }: Updatable, container: ServiceWorkerContainer) => {
  if (waiting?.state !== 'installed') return
  await new Promise<void>((resolve) => {
    container.addEventListener('controllerchange', () => resolve(), { once: true })
    setTimeout(resolve, takeOverMs)
    waiting.postMessage(messages.activate) // oxlint-disable-line unicorn/require-post-message-target-origin -- a worker has none
  })
}

/** Loads the window anew with the screens that the portal serves now. */
export const loadNewVersion = async (known: Promise<Updatable | null> | undefined = started): Promise<void> => {
  const registration = await known
  const container = workers()
  if (registration && container) await takeOver(registration, container)
  windowReload.start()
}

/** A worker that waits behind one that runs is a new version; the first one of all is none. */
const watchUpdates = (
  registration: ServiceWorkerRegistration,
  container: ServiceWorkerContainer,
  offer: WorkerStart['offer'],
) => {
  let offered: ServiceWorker | null = null
  const look = () => {
    const { waiting } = registration
    if (!waiting || !container.controller || waiting === offered) return
    offered = waiting
    offer(() => void loadNewVersion(Promise.resolve(registration)))
  }
  look()
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  setInterval(() => void registration.update().catch(() => null), updateEveryMs)
}

const start = async ({ open, offer }: WorkerStart): Promise<ServiceWorkerRegistration | null> => {
  const container = workers()
  // The app on a phone brings its files along.
  if (!container || !import.meta.env.PROD || 'Capacitor' in window) return null
  const registration = await container.register('/sw.js', { updateViaCache: 'none' })
  container.addEventListener('message', ({ data }) => {
    if (isOpenMessage(data)) open(data.path)
  })
  watchUpdates(registration, container, offer)
  return registration
}

/** Has the browser keep what works without the network; once, however often it is asked for. */
export const startWorker = (input: WorkerStart): Promise<ServiceWorkerRegistration | null> => {
  started ??= start(input).catch(() => null)
  return started
}

/** A shared screen keeps nothing: what an ordinary browser left behind before it became one goes. */
export const stopWorker = async (): Promise<void> => {
  try {
    for (const registration of (await workers()?.getRegistrations()) ?? []) await registration.unregister()
    if ('caches' in globalThis) for (const name of ownCaches(await caches.keys())) await caches.delete(name)
  } catch {
    // A browser that keeps nothing has nothing to forget.
  }
}
