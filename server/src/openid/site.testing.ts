import type { NewSite } from '@spacekeeper/contract/openid/shapes.ts'
import * as client from 'openid-client'

export const callback = 'http://127.0.0.1:9/callback'

/** What an administrator enters of a site; what is not said is ordinary. */
export const aSite = (facts: Partial<NewSite> = {}): NewSite => ({
  name: 'Wiki',
  kind: 'mediawiki',
  address: 'http://127.0.0.1:9',
  redirectUris: [callback],
  logoutUris: [],
  backchannelUri: null,
  requiresPkce: true,
  isPublic: false,
  isTrusted: false,
  mayRefresh: true,
  claimsInIdToken: false,
  states: ['active'],
  ...facts,
})

/** Of a `TestPortal`, whose file reads the whole server; journeys use this one, and would read it as well. */
type ListeningPortal = { listen: () => Promise<string>; services: { siteUrl: string } }

/** A portal that listens, and knows its own address. */
export const listenAt = async (portal: ListeningPortal): Promise<string> => {
  const url = await portal.listen()
  portal.services.siteUrl = url
  return url
}

const headersOf = ({ headers }: RequestInit) => Object.fromEntries(new Headers(headers))

type Jar = Map<string, { value: string; path: string }>

const keepCookies = (jar: Jar, answer: Response) => {
  for (const line of answer.headers.getSetCookie()) {
    const [pair = '', ...facts] = line.split(';').map((part) => part.trim())
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    const path = facts.find((fact) => /^path=/i.test(fact))?.slice(5) ?? '/'
    if (value === '' || facts.some((fact) => fact.includes('01 Jan 1970'))) jar.delete(`${name} ${path}`)
    else jar.set(`${name} ${path}`, { value, path })
  }
}

const cookiesFor = (jar: Jar, path: string) =>
  [...jar]
    .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
    .map(([key, { value }]) => `${key.split(' ', 1)[0]}=${value}`)
    .join('; ')

const goesTo = /http-equiv="refresh" content="0;url=([^"]*)"/

const unescaped = (text: string) =>
  text
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

type ReadPage = { status: number; title: string; text: string; learns: string[]; buttons: string[]; token: string }

const readPage = (page: string): Omit<ReadPage, 'status'> => {
  const all = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, words = '']) => unescaped(words))
  return {
    title: all(/<h1>([^<]*)/g)[0] ?? '',
    text: all(/<p>([^<]+)/g).join(' '),
    learns: all(/<li>([^<]*)/g),
    buttons: all(/<button[^>]*>([^<]*)/g),
    token: all(/name="(?:token|xsrf)" value="([^"]*)"/g)[0] ?? '',
  }
}

/** A browser with a jar for cookies, which follows redirects until they leave the portal. */
export const aBrowser = (url: string, session: string | null = null) => {
  const jar: Jar = new Map([['csrftoken /', { value: 'x', path: '/' }]])
  const send = async (address: string, init: RequestInit = {}) => {
    const target = new URL(address, url)
    const cookie = cookiesFor(jar, target.pathname)
    const headers = { cookie, 'x-csrftoken': 'x', accept: 'text/html', ...headersOf(init) }
    const answer = await fetch(target, { redirect: 'manual', ...init, headers })
    keepCookies(jar, answer)
    return answer
  }
  const setCookie = (name: string, value: string | null) => {
    if (value === null) jar.delete(`${name} /`)
    else jar.set(`${name} /`, { value, path: '/' })
  }
  const setSession = (token: string | null) => setCookie('sessionid', token)
  setSession(session)
  const read = async (page: string): Promise<ReadPage> => {
    const answer = await send(page)
    return { status: answer.status, ...readPage(await answer.text()) }
  }
  return {
    send,
    setCookie,
    setSession,
    /** Where redirects end: at another site, or at a page. */
    open: async (address: string): Promise<string> => {
      let next = new URL(address, url).href
      for (let hops = 0; hops < 10; hops += 1) {
        const location = (await send(next)).headers.get('location')
        if (location === null) return next
        next = new URL(location, next).href
        if (!next.startsWith(`${url}/api/`)) return next
      }
      throw new Error(`too many redirects, the last to ${next}`)
    },
    /** The page of the server at this address, as its reader sees it. */
    read,
    /** Presses a button of that page; where it leads then, or nothing where it does not count. */
    answer: async (page: string, act: 'allow' | 'refuse' | 'again' = 'allow'): Promise<{ address?: string }> => {
      const { token } = await read(page)
      const answer = await send(page, { method: 'POST', body: new URLSearchParams({ token, answer: act }) })
      const location = answer.headers.get('location')
      if (location !== null) return new URL(location, url).href === page ? {} : { address: location }
      const address = goesTo.exec(await answer.text())?.[1]
      return address === undefined ? {} : { address: unescaped(address) }
    },
  }
}

export type TestBrowser = ReturnType<typeof aBrowser>

type BegunLogin = {
  address: string
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
}

/** What the library does at the site before it sends its visitor away. */
export const begin = async (
  config: client.Configuration,
  { scope = 'openid profile email', ...more }: Record<string, string> = {},
): Promise<BegunLogin> => {
  const pkceCodeVerifier = client.randomPKCECodeVerifier()
  const [expectedState, expectedNonce] = [client.randomState(), client.randomNonce()]
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: callback,
    scope,
    code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: expectedState,
    nonce: expectedNonce,
    ...more,
  })
  return { address: address.href, checks: { pkceCodeVerifier, expectedState, expectedNonce } }
}

/** The whole way of a member who agrees, as far as the address with the code. */
export const logInAt = async (
  config: client.Configuration,
  browser: TestBrowser,
  more: Record<string, string> = {},
) => {
  const { address, checks } = await begin(config, more)
  const page = await browser.open(address)
  const isAsked = page.includes('/interaction/')
  const end = isAsked ? await browser.open((await browser.answer(page)).address ?? '') : page
  return { end: new URL(end), checks }
}

/** What the site does with the code that came back: journeys do not know the library. */
export const redeemCode = (config: client.Configuration, { end, checks }: { end: URL; checks: BegunLogin['checks'] }) =>
  client.authorizationCodeGrant(config, end, checks)

/** The library as a site that sends its secret in this way. */
export const openClient = (
  known: client.Configuration,
  { clientId, method }: { clientId: string; method: client.ClientAuth },
) => {
  const config = new client.Configuration(known.serverMetadata(), clientId, {}, method)
  client.allowInsecureRequests(config)
  return config
}

export const discover = (url: string, site: { clientId: string; secret: string | null }) =>
  client.discovery(
    new URL(`${url}/api/openid`),
    site.clientId,
    site.secret ?? undefined,
    site.secret === null ? client.None() : undefined,
    { execute: [client.allowInsecureRequests] },
  )
