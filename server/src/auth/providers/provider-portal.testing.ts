import type { NewProvider, ProviderOutcome } from '@spacekeeper/contract/auth/provider-shapes.ts'
import type { ErrorCode } from '@spacekeeper/contract/error-codes.ts'
import { expect } from 'vitest'
import { aMember } from '../../members/factory.ts'
import { startTestPortal, type TestPortal } from '../../portal.testing.ts'
import { openBrowser } from '../browser.testing.ts'
import { type ForeignProvider, startForeignProvider } from './foreign-provider.testing.ts'

type ProviderBrowser = ReturnType<typeof openBrowser>

type ProviderReply = Partial<ProviderOutcome> & { code?: ErrorCode; address?: string }

const answerOf = (body: unknown) => body as ProviderReply // an outcome, or an error

type PortalAndProvider = { portal: TestPortal; foreign: ForeignProvider; startPath: string }

/** What a browser does on its way to the provider and back. */
const waysOf = ({ portal, foreign, startPath }: PortalAndProvider) => {
  /** The address at the provider. */
  const begin = async (
    browser: ProviderBrowser,
    path = startPath,
    body: Record<string, unknown> = {},
  ): Promise<string> => {
    await browser.get('/api/config/')
    const { address = '', ...other } = answerOf((await browser.post(path, body)).json())
    expect(other).toEqual({})
    return address
  }
  /** What stands in the address with which the provider sends the browser back. */
  const goAndReturn = async (browser: ProviderBrowser, path = startPath, body: Record<string, unknown> = {}) => {
    const { searchParams } = await foreign.follow(await begin(browser, path, body))
    return Object.fromEntries(searchParams)
  }
  const finish = async (browser: ProviderBrowser, returned: Record<string, string>) =>
    answerOf((await browser.post('/api/login/provider/finish/', returned)).json())
  const logIn = async (browser = openBrowser(portal.app)) => ({
    browser,
    ...(await finish(browser, await goAndReturn(browser))),
  })
  /** A browser in which a member is logged in. */
  const browserOf = async (memberId: number) => {
    const browser = openBrowser(portal.app)
    await browser.get('/api/config/')
    browser.cookies.set('sessionid', await portal.sessionOf(memberId))
    return browser
  }
  return { begin, goAndReturn, finish, logIn, browserOf }
}

const eventsAbout =
  ({ db }: TestPortal) =>
  async (memberId: number) => {
    const rows = await db
      .selectFrom('audit_events')
      .select('event')
      .where('subject_kind', '=', 'member')
      .where('subject_id', '=', memberId)
      .orderBy('id')
      .execute()
    return rows.map(({ event }) => event)
  }

/** Seats a person at the browser who is new to the portal; their address. */
const newcomersAt = (foreign: ForeignProvider) => {
  let count = 0
  return (facts: Record<string, unknown> = {}) => {
    count += 1
    const email = `person${count}@example.org`
    const names = { name: 'Mara Kay', preferred_username: `mara${count}` }
    foreign.as({ sub: `sub-${count}`, email, email_verified: true, ...names, ...facts })
    return email
  }
}

const settingsOf =
  ({ issuer, client }: ForeignProvider) =>
  (facts: Partial<NewProvider> = {}): NewProvider => ({
    name: 'Guild',
    issuer,
    clientId: client.clientId,
    secret: client.secret,
    scopes: 'openid profile email',
    allowsPrivate: true,
    mayRegister: true,
    isOn: true,
    ...facts,
  })

/** A portal with a provider of others, which is set up there. */
export const startProviderPortal = async () => {
  const clock = { aheadMs: 0 }
  const portal = await startTestPortal({ now: () => new Date(Date.now() + clock.aheadMs) })
  const foreign = await startForeignProvider(`${portal.services.siteUrl}/login/provider`)
  const staff = await portal.as((await aMember(portal.db, { isAdmin: true })).id)
  const settings = settingsOf(foreign)
  const { providerId } = await staff.auth.createProvider(settings())
  const startPath = `/api/login/providers/${providerId}/start/`
  return {
    ...waysOf({ portal, foreign, startPath }),
    portal,
    foreign,
    staff,
    clock,
    settings,
    providerId,
    startPath,
    newcomer: newcomersAt(foreign),
    eventsOf: eventsAbout(portal),
    change: (facts: Partial<NewProvider>) => {
      const { issuer: _issuer, secret: _secret, ...rest } = settings(facts)
      return staff.auth.changeProvider({ providerId, ...rest })
    },
    close: async () => {
      await portal.close()
      await foreign.close()
    },
  }
}

export type ProviderPortal = Awaited<ReturnType<typeof startProviderPortal>>
