/** Files that stand for every page while the portal cannot be reached. */
export const offlinePage = '/offline.html'

/** What a page is told by the worker, and the worker by a page. */
export const messages = { activate: 'activate', open: 'open' } as const

export type OpenMessage = { kind: typeof messages.open; path: string }

export const isOpenMessage = (value: unknown): value is OpenMessage =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  value.kind === messages.open &&
  'path' in value &&
  isOwnPath(value.path)

/** A page of the portal, and not of another site: what a notification opens. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path)

type RequestFacts = { method: string; isNavigation: boolean; url: URL; origin: string }

/** Never answered for: data and sign-on, sockets, screens on a wall, and the program of the worker itself. */
const left = /^\/(?:api|ws|display|images|tools\/api|\.well-known)(?:\/|$)|^\/sw\.js$|\/wall$/

/** What the worker does with a request: it opens pages, gives out files it keeps, and leaves all else to the browser. */
export const kindOf = ({ method, isNavigation, url, origin }: RequestFacts): 'page' | 'file' | 'none' => {
  if (method !== 'GET' || url.origin !== origin || left.test(url.pathname)) return 'none'
  if (isNavigation) return 'page'
  return url.search === '' ? 'file' : 'none'
}

/** A proxy says so while the portal behind it is away. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504

const prefix = 'shell-'

export const cacheName = (version: string): string => `${prefix}${version}`

/** Caches of other versions, which are done with. */
export const staleCaches = (names: readonly string[], version: string): string[] =>
  names.filter((name) => name.startsWith(prefix) && name !== cacheName(version))

/** Every cache that a worker of the portal ever made. */
export const ownCaches = (names: readonly string[]): string[] => names.filter((name) => name.startsWith(prefix))

/** A hashed file never changes; of others the newest is asked for. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

export type PushedNotice = { title: string; text: string; path: string; tag: string }

const textIn = (value: object, name: string): string => {
  const found: unknown = Object.entries(value).find(([key]) => key === name)?.[1]
  return typeof found === 'string' ? found : ''
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What a notification says. Browsers want one for every message, so one that cannot be read says so much. */
export const readPushed = (text: string): PushedNotice => {
  const value = parse(text)
  const content = typeof value === 'object' && value !== null ? value : {}
  const path = textIn(content, 'path')
  return {
    title: textIn(content, 'title') || 'News from the portal',
    text: textIn(content, 'text'),
    path: isOwnPath(path) ? path : '/dashboard',
    tag: textIn(content, 'tag') || 'news',
  }
}
