// What a service worker has and a page has not; the library of TypeScript for them does not go with the one for pages.

interface ExtendableEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void
}

interface FetchEvent extends ExtendableEvent {
  readonly request: Request
  readonly preloadResponse: Promise<Response | undefined>
  respondWith: (answer: Promise<Response>) => void
}

interface PushEvent extends ExtendableEvent {
  readonly data: { text: () => string } | null
}

interface NotificationEvent extends ExtendableEvent {
  readonly notification: Notification
}

interface WindowClient {
  readonly url: string
  focus: () => Promise<WindowClient>
  postMessage: (message: unknown) => void
}

interface WorkerEvents {
  install: ExtendableEvent
  activate: ExtendableEvent
  fetch: FetchEvent
  message: MessageEvent<unknown>
  push: PushEvent
  notificationclick: NotificationEvent
}

interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll: (options: { type: 'window'; includeUncontrolled: true }) => Promise<readonly WindowClient[]>
    openWindow: (path: string) => Promise<WindowClient | null>
  }
  skipWaiting: () => Promise<void>
  addEventListener: <K extends keyof WorkerEvents>(name: K, listen: (event: WorkerEvents[K]) => void) => void
}

/** Written by the build (web/service-worker.ts): what of the portal every page needs, and one name for this state of it. */
declare const shellFiles: { version: string; files: readonly string[] }
