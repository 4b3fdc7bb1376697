import { readUrl } from '@spacekeeper/contract/read-url.ts'

/** Going there after a login would only lead back to it, or out again: where a login, an account or a password begins. */
const deadEnd = /^\/*(?:(?:login|profile\/(?:password|email))(?:\/.*)?|logout|register|registersuccess)?\/*$/

/** Browsers drop or reinterpret these while they read an address, so it is refused instead. */
const isPlain = (address: string) => !/[\s\\\p{Cc}]/u.test(address)

/**
 * The path, query and fragment of an address on this very site; null for anything else.
 * `origin` is the site's own, such as `https://portal.example.org`.
 */
export const safeRedirect = (address: unknown, origin: string): string | null => {
  if (typeof address !== 'string' || !isPlain(address)) return null
  if (!address.startsWith('/') && !address.startsWith(`${origin}/`)) return null
  const url = readUrl(address, origin)
  if (!url || url.origin !== origin || url.username || url.password) return null
  // `/.//evil` is normalised to the path `//evil`, which would be another host when it is used on its own.
  if (url.pathname.startsWith('//') || deadEnd.test(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/**
 * What the address of the login screen may ask for: `next` loads a page anew, `nextUrl` is a screen of this app; a forum
 * sends `sso` and `sig` along with its members.
 */
export type LoginSearch = { next?: string; nextUrl?: string; sso?: string; sig?: string }

export const readLoginSearch = ({ next, nextUrl, sso, sig }: Record<string, unknown>): LoginSearch => ({
  ...(typeof sso === 'string' && typeof sig === 'string' ? { sso, sig } : {}),
  ...(typeof next === 'string' ? { next } : {}),
  ...(typeof nextUrl === 'string' ? { nextUrl } : {}),
})

/** What the login page is told of the page that asked for it: nothing if a login could not lead back there. */
export const loginSearchFor = (href: string): LoginSearch => {
  const nextUrl = safeRedirect(href, globalThis.location.origin)
  return nextUrl === null ? {} : { nextUrl }
}

/** Where members of a forum go on that sent them here; null for all others. */
export const forumPath = ({ sso, sig }: LoginSearch): string | null =>
  sso !== undefined && sig !== undefined ? `/sso/forum?${new URLSearchParams({ sso, sig })}` : null

/** Where a member goes after logging in. */
export const afterLogin = (
  { next, nextUrl, ...forum }: LoginSearch,
  origin: string,
): { path: string; isFullLoad: boolean } => {
  const atForum = forumPath(forum)
  if (atForum !== null) return { path: atForum, isFullLoad: true }
  const full = safeRedirect(next, origin)
  if (full !== null) return { path: full, isFullLoad: true }
  return { path: safeRedirect(nextUrl, origin) ?? '/dashboard', isFullLoad: false }
}
