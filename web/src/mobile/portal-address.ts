import { readUrl } from '@spacekeeper/contract/read-url.ts'

/** Addresses no one else can be reached at: there is no certificate for them, so they may go without. */
const privateHost =
  /^(?:localhost|.*\.localhost|.*\.local|127\.\d+\.\d+\.\d+|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|\[::1\]|\[f[cd][0-9a-f:]+\])$/

export type AddressProblem = 'notAnAddress' | 'needsHttps'

/** What a code of a portal holds: its address, inside of the one that opens the app. */
const inCode = (text: string): string => {
  const url = readUrl(text)
  return (url?.host === 'connect' ? url.searchParams.get('portal') : null) ?? text
}

const withScheme = (text: string): string => {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return text
  const isPrivate = privateHost.test(readUrl(`http://${text}`)?.hostname ?? '')
  return `${isPrivate ? 'http' : 'https'}://${text}`
}

/** Reads a portal's address as it was typed or scanned. Only its origin counts. */
export const readAddress = (text: string): { origin: string } | { problem: AddressProblem } => {
  const address = withScheme(inCode(text.trim()))
  const url = /\s/.test(address) ? null : readUrl(address)
  const isNamed = url !== null && (privateHost.test(url.hostname) || url.hostname.includes('.'))
  if (!url || !isNamed || !/^https?:$/.test(url.protocol) || url.username !== '') return { problem: 'notAnAddress' }
  if (url.protocol === 'http:' && !privateHost.test(url.hostname)) return { problem: 'needsHttps' }
  return { origin: url.origin }
}

const isConfig = (answer: unknown): answer is { general: { siteName: string } } =>
  typeof answer === 'object' &&
  answer !== null &&
  'features' in answer &&
  'loggedIn' in answer &&
  'general' in answer &&
  typeof answer.general === 'object' &&
  answer.general !== null &&
  'siteName' in answer.general &&
  typeof answer.general.siteName === 'string'

export type PortalAnswer = { siteName: string } | { problem: 'unreachable' | 'noPortal' }

/** Asks whether a portal answers there. */
export const findPortal = async (origin: string): Promise<PortalAnswer> => {
  let response: Response
  try {
    response = await fetch(`${origin}/api/config/`, { credentials: 'omit', signal: AbortSignal.timeout(15_000) })
  } catch {
    return { problem: 'unreachable' }
  }
  // A portal that is starting, without its database or asked too often, or a proxy in its place.
  if (response.status >= 500 || response.status === 429) return { problem: 'unreachable' }
  const answer: unknown = response.ok ? await response.json().catch(() => null) : null
  return isConfig(answer) ? { siteName: answer.general.siteName } : { problem: 'noPortal' }
}
