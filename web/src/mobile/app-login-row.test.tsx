import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../portal.testing.tsx'

const uid = 'vJ0Zq-mS8mVbV2m_kZ5mFw'
const waiting = `/login?next=${encodeURIComponent(`/api/openid/interaction/${uid}`)}`

const original = window.matchMedia

/** What is touched with a finger. */
const beOnPhone = () =>
  vi.stubGlobal('matchMedia', (media: string) =>
    Object.assign(original(media), { matches: media === '(pointer: coarse)' }),
  )

beforeEach(beOnPhone)
afterEach(() => {
  vi.stubGlobal('matchMedia', original)
  vi.stubGlobal('mobileShell', undefined)
  vi.stubGlobal('shell', undefined)
})

const open = (path: string, { hasApp = true, kiosk = null }: { hasApp?: boolean; kiosk?: 'authorised' | null } = {}) =>
  renderPortal({
    path,
    server: fakeServer(),
    config: { ...defaultSite, kiosk, features: { ...defaultSite.features, enableMobileApp: hasApp } },
  })

const name = 'Log in with the app'

test('a member who came from a site to log in goes into the app, and reads what to do where nothing opens', async () => {
  const { user } = await open(waiting)
  const button = await screen.findByRole('link', { name })
  expect(button.getAttribute('href')).toBe(`spacekeeper://${globalThis.location.host}/sso/app/${uid}`)
  expect(screen.queryByText(/If nothing opened/)).toBeNull()
  button.addEventListener('click', (event) => event.preventDefault())
  await user.click(button)
  expect(screen.getByText(/If nothing opened, the app isn’t on this phone: log in above instead/)).toBeTruthy()
  expect(screen.getByLabelText('Password')).toBeTruthy()
})

test('what a forum sent goes along into the app', async () => {
  await open('/login?sso=bm9uY2U%3D&sig=ab12')
  const button = await screen.findByRole('link', { name })
  expect(button.getAttribute('href')).toBe(
    `spacekeeper://${globalThis.location.host}/sso/forum?sso=bm9uY2U%3D&sig=ab12`,
  )
})

const beComputer = () => vi.stubGlobal('matchMedia', original)
const beApp = () => vi.stubGlobal('mobileShell', { kind: 'mobile', hideSplash: async () => {} })

test.each<[string, string, Partial<Parameters<typeof open>[1]>, () => unknown]>([
  ['no site sent the member', '/login?nextUrl=%2Faccount%2Fprofile', {}, beOnPhone],
  ['the space has no app', waiting, { hasApp: false }, beOnPhone],
  ['the screen is a kiosk', waiting, { kiosk: 'authorised' }, beOnPhone],
  ['the screen is a computer’s', waiting, {}, beComputer],
  ['the page is in the app itself', waiting, {}, beApp],
])('where %s, the app is not offered', async (_what, path, more, prepare) => {
  prepare()
  await open(path, more)
  await vi.dynamicImportSettled()
  expect(screen.queryByRole('link', { name })).toBeNull()
})
