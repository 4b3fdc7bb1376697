import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { linkAddress } from './auth/links/links.ts'
import { domains } from './domains.ts'
import { aMember } from './members/factory.ts'
import { sampleMails } from './messages/samples.ts'
import { aBrowser, aSite, begin, discover, listenAt } from './openid/site.testing.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

// Where the front end that spaces use today stands at SITE_URL, and the proxy passes on what the guide says.

/** The pages it has; any other address is a page that says it could not be found. */
const itsPages = [
  '/',
  '/login',
  '/register',
  '/registersuccess',
  '/profile/password/reset/:token',
  '/profile/email/:token/verify',
  '/error/403',
  '/error/403MemberOnly',
  '/error/404',
  '/dashboard',
  '/webcams',
  '/logout',
  '/manage/members',
  '/manage/members/:id',
  '/manage/meetings',
  '/manage/tiers',
  '/manage/tiers/:id',
  '/manage/plans/:id',
  '/manage/devices',
  '/manage/kiosks',
  '/tools/stats',
  '/tools/issue',
  '/tools/proxy',
  '/tools/swipes/recent',
  '/tools/swipes/lastseen',
  '/account/profile',
  '/account/access',
  '/account/memberbucks',
  '/account/memberbucks/:dialog',
  '/account/billing',
  '/account/membership-plan',
]

const isIts = (path: string) =>
  itsPages.some((page) => new RegExp(`^${page.replaceAll(/:\w+/g, '[^/]+')}/?$`).test(path))

let portal: TestPortal
let url: string
let passedOn: RegExp
beforeAll(async () => {
  portal = await startTestPortal()
  url = await listenAt(portal)
  const guide = await readFile(new URL('../../docs/guide/existing-clients.md', import.meta.url), 'utf8')
  const [, pattern] = /location ~ (\^\S+) \{/.exec(guide) ?? []
  passedOn = new RegExp(pattern ?? 'the guide names no pattern')
})
afterAll(() => portal.close())

const isThere = (path: string) => isIts(path) || passedOn.test(path) || path.startsWith('/api/')

/** The path of an address on this site; null for one elsewhere. */
const pathAt = (address: string) => {
  const { origin, pathname } = new URL(address, url)
  return origin === url ? pathname : null
}

test('the guide has proxies pass on every page that only our own front end has, and no other', async () => {
  const tree = await readFile(new URL('../../web/src/routeTree.gen.ts', import.meta.url), 'utf8')
  const pages = [...new Set([...tree.matchAll(/'(\/[^']*)': typeof/g)].map(([, page = '']) => page))]
  expect(pages.length).toBeGreaterThan(80)
  for (const page of pages) {
    const path = page.replaceAll(/\$\w+/g, 'one')
    expect(passedOn.test(path), page).toBe(!isIts(path))
  }
})

test('every link of an email leads to a page that is there', async () => {
  const ctx = { ...portal.ctx, siteUrl: url }
  const mails = await sampleMails(ctx, domains)
  const written = mails.map(({ mail }) => JSON.stringify(mail)).join('\n')
  const links = [...written.matchAll(/https?:\/\/[^"\s\\]+/g)].map(([address]) => address)
  const once = (['verifyEmail', 'resetPassword', 'invitation', 'logIn'] as const).map((purpose) =>
    linkAddress(ctx, { purpose, token: 'x' }),
  )
  const paths = [...links, ...once].map(pathAt).filter((path) => path !== null && path !== '/a-link-that-works-once')
  expect(paths.length).toBeGreaterThan(40)
  expect(paths.filter((path) => path !== null && !isThere(path))).toEqual([])
})

/** Addresses of this site as the source writes them, what is filled in being a word. */
const writtenPaths = async (): Promise<string[]> => {
  const files = globSync('**/*.ts', { cwd: import.meta.dirname }).filter((file) => !/\.(test|testing)\.ts$/.test(file))
  const texts = await Promise.all(files.map((file) => readFile(join(import.meta.dirname, file), 'utf8')))
  const written = texts.flatMap((text) => [
    ...text.matchAll(/siteUrl\}(\/[^`'"\s?#]*)/gi),
    ...text.matchAll(/[`'](\/\.well-known\/[^`'$]+)/g),
  ])
  return written.map(([, path = '']) => path.replaceAll(/\$\{[^}]*\}/g, 'one'))
}

test('every address of the site that the source writes is there, also in codes, labels and calendars, and for programs', async () => {
  const paths = await writtenPaths()
  expect(paths.length).toBeGreaterThan(15)
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})

/** Where an answer sends its browser. */
const locationOf = async (address: string) => {
  const answer = await fetch(new URL(address, url), { redirect: 'manual', headers: { accept: 'text/html' } })
  return answer.headers.get('location') ?? ''
}

test.each([
  ['unsubscribing', '/api/news/4.abc/'],
  ['a new password by the usual address', '/.well-known/change-password'],
  ['a logout that is done', '/api/openid/end-session/success'],
  ['a login that waits for a member', '/api/openid/interaction/abc'],
])('%s sends its browser to a page that is there', async (_what, address) => {
  const path = pathAt(await locationOf(address)) ?? ''
  expect(path).not.toBe('')
  expect(isThere(path), path).toBe(true)
})

test('a login and a logout at a site come past no page that is not there', async () => {
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { siteId, secret } = await staff.openid.createSite(aSite())
  const config = await discover(url, { clientId: (await staff.openid.getSite({ siteId })).site.clientId, secret })
  const stranger = aBrowser(url)
  expect(new URL(await stranger.open((await begin(config)).address)).pathname).toBe('/login')
  const browser = aBrowser(url, await portal.sessionOf((await aMember(portal.db)).id))
  const ends = [(await begin(config)).address, '/api/openid/end-session', '/api/openid/authorize?client_id=none']
  for (const end of ends) {
    const page = await browser.open(end)
    expect(pathAt(page)).toMatch(/^\/api\/openid\//)
    expect((await browser.read(page)).title).not.toBe('')
  }
})
