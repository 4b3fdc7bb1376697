import {
  cacheName,
  isAway,
  isHashed,
  kindOf,
  messages,
  offlinePage,
  type OpenMessage,
  readPushed,
  staleCaches,
} from './worker-rules.ts'

// The service worker. It keeps the files of the portal that every page needs, opens a page of its own while the portal
// cannot be reached, and shows notifications. It never keeps an answer of the API: the digital ID, the one thing about a
// member that is there without the network, is kept by the page that shows it (web/src/profile/id-codes.ts).

const scope = self as unknown as WorkerScope // this program runs as a service worker, which the types of pages do not know

const { version, files } = shellFiles

/** A member on a bad line is better served by the page that works. */
const latestMs = 12_000

const fill = async () => {
  const cache = await caches.open(cacheName(version))
  const requests = files.map((path) => new Request(path, isHashed(path) ? {} : { cache: 'reload' }))
  await cache.addAll(requests)
}

const tidy = async () => {
  for (const name of staleCaches(await caches.keys(), version)) await caches.delete(name)
  // The request is on its way while the worker starts.
  await scope.registration.navigationPreload?.enable()
}

const kept = async (path: string): Promise<Response | undefined> => (await caches.open(cacheName(version))).match(path)

const late = () =>
  new Promise<never>((_, fail) => {
    setTimeout(() => fail(new Error('late')), latestMs)
  })

const askForPage = async (event: FetchEvent): Promise<Response> => (await event.preloadResponse) ?? fetch(event.request)

const openPage = async (event: FetchEvent): Promise<Response> => {
  try {
    const answer = await Promise.race([askForPage(event), late()])
    return isAway(answer.status) ? ((await kept(offlinePage)) ?? answer) : answer
  } catch (error) {
    const page = await kept(offlinePage)
    if (!page) throw error
    return page
  }
}

const openFile = async ({ request }: FetchEvent, path: string): Promise<Response> =>
  (await kept(path)) ?? fetch(request)

const show = ({ title, text, path, tag }: ReturnType<typeof readPushed>) =>
  scope.registration.showNotification(title, {
    body: text,
    tag,
    icon: '/apple-touch-icon.png',
    data: { path },
  })

/** Where the portal is open, its page goes there itself: a field that is being filled in is asked about first. */
const open = async (path: string) => {
  const [page] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!page) return scope.clients.openWindow(path)
  await page.focus()
  const message: OpenMessage = { kind: messages.open, path }
  return page.postMessage(message) // oxlint-disable-line unicorn/require-post-message-target-origin -- a client of a worker is of its own site
}

scope.addEventListener('install', (event) => event.waitUntil(fill()))
scope.addEventListener('activate', (event) => event.waitUntil(tidy()))
scope.addEventListener('fetch', (event) => {
  const { method, mode, url: address } = event.request
  const url = new URL(address)
  const kind = kindOf({ method, isNavigation: mode === 'navigate', url, origin: scope.location.origin })
  if (kind === 'page') event.respondWith(openPage(event))
  if (kind === 'file' && files.includes(url.pathname)) event.respondWith(openFile(event, url.pathname))
})
scope.addEventListener('message', ({ data }) => {
  if (data === messages.activate) void scope.skipWaiting()
})
scope.addEventListener('push', (event) => event.waitUntil(show(readPushed(event.data?.text() ?? ''))))
scope.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(readPushed(JSON.stringify(event.notification.data)).path))
})
