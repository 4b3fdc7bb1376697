import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './auth/browser.testing.ts'
import { anAccount } from './auth/factory.ts'
import { aMember } from './members/factory.ts'
import { aSite } from './openid/site.testing.ts'
import { startTestPortal, type TestPortal } from './portal.testing.ts'

const password = 'correct horse battery'

let portal: TestPortal

/** Every way a portal gives a browser a cookie, with what it is called over http. */
const ways: [string, () => Promise<{ headers: Record<string, unknown> }>][] = [
  ['csrftoken', () => openBrowser(portal.app).get('/api/config/')],
  ['sessionid', () => logIn()],
  ['browser', () => logIn()],
  ['registered', () => register()],
  ['kiosk', () => openBrowser(portal.app).put('/api/kiosks/', { kioskId: 'c'.repeat(64), name: 'Front desk' })],
  ['openid_login', () => openSite()],
]

const logIn = async () => {
  const { email } = await anAccount(portal.db, { password })
  return openBrowser(portal.app).logIn(email, password)
}

let registered = 0
const register = () => {
  registered += 1
  return openBrowser(portal.app).post('/api/register/', {
    email: `new${registered}@example.org`,
    firstName: 'Ann',
    lastName: 'Ash',
    screenName: `ann${registered}`,
    mobile: '+61 400 000 000',
    password,
  })
}

const openSite = async () => {
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const { siteId } = await staff.openid.createSite(aSite({ requiresPkce: false }))
  const { clientId } = (await staff.openid.getSite({ siteId })).site
  const query = new URLSearchParams({ client_id: clientId, redirect_uri: aSite().redirectUris[0] ?? '' })
  query.append('response_type', 'code')
  query.append('scope', 'openid')
  return openBrowser(portal.app).get(`/api/openid/authorize?${query.toString()}`)
}

const linesOf = ({ headers }: { headers: Record<string, unknown> }): string[] =>
  [headers['set-cookie'] ?? []].flat().map(String)

describe.each(['http://portal.example.org', 'https://portal.example.org'])('at %s', (siteUrl) => {
  const isSecure = siteUrl.startsWith('https:')
  beforeAll(async () => {
    portal = await startTestPortal({ siteUrl })
  })
  afterAll(() => portal.close())

  test.each(ways)(
    'the cookie %s is for this site, for scripts only where they need it, and secure where it can be',
    async (name, give) => {
      const lines = linesOf(await give())
      expect(lines.map((line) => line.split('=', 1)[0]?.replace('__Host-', ''))).toContain(name)
      for (const line of lines.filter((one) => !one.includes('01 Jan 1970'))) {
        const facts = line.split(';').map((fact) => fact.trim().toLowerCase())
        expect(facts.includes('secure'), line).toBe(isSecure)
        expect(
          facts.some((fact) => /^samesite=(?:lax|strict)$/.test(fact)),
          line,
        ).toBe(true)
        expect(
          facts.some((fact) => fact.startsWith('domain')),
          line,
        ).toBe(false)
        // Pages send the word against forgery back themselves.
        expect(facts.includes('httponly'), line).toBe(!line.startsWith('csrftoken='))
      }
    },
  )
})
