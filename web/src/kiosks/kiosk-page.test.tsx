import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import type { OwnKiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { formatWholeDay, showTimesOf } from '#platform/i18n/format.ts'
import { sessionQuery } from '#platform/session/session.ts'
import { defaultSite } from '#platform/session/site.ts'
import { keepHasKeyboard } from '#platform/shell/kept-keyboard.ts'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { anAccessItem } from '../access/access-item.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { readKeptReader } from './reader/kept-reader.ts'

const own: OwnKiosk = {
  kind: 'kiosk',
  state: 'authorised',
  name: 'Foyer',
  kioskId: 'screen',
  pairingCode: null,
  onSite: 3,
  guestsOnSite: 2,
  visitorsOnSite: 0,
  meetingId: null,
  nextOpening: null,
}
const config = { ...defaultSite, kiosk: 'authorised' as const } // the literal is wanted

/** The reader beside the screen, which never fails here. */
class FakeSocket extends EventTarget {
  static last: FakeSocket | null = null
  static sent: string[] = []
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSocket.last = this
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  send(text: string) {
    FakeSocket.sent.push(text)
  }
  close() {
    this.dispatchEvent(new Event('close'))
  }
}
const say = (data: string) => act(() => void FakeSocket.last?.dispatchEvent(new MessageEvent('message', { data })))

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  FakeSocket.sent = []
  vi.stubGlobal('WebSocket', FakeSocket)
  server = fakeServer()
  server.on(kiosksApi.register, () => own)
})

const tries = () => {
  const posted: unknown[] = []
  server.on(kiosksApi.logIn, (input) => {
    posted.push(input)
    return refuse('cardUnknown')
  })
  return posted
}

test('a screen that is not authorised shows its code', async () => {
  server.on(kiosksApi.register, () => ({
    ...own,
    state: 'pending' as const,
    pairingCode: '482913',
    onSite: null,
    guestsOnSite: null,
    meetingId: null,
  })) // the literal is wanted
  await renderPortal({ path: '/kiosk', server })
  expect((await screen.findByRole('status', { name: 'Code of this screen' })).textContent).toContain('482 913')
})

test('a kiosk that was revoked waits again within a minute, also where it could not ask at first', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  await renderPortal({ path: '/kiosk', server, config })
  await screen.findByRole('heading', { name: 'Hold your card to the reader' })
  server.on(kiosksApi.register, () => refuse('serverError'))
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('heading', { name: 'Hold your card to the reader' })).toBeTruthy()
  server.on(kiosksApi.register, () => ({ ...own, state: 'pending' as const, pairingCode: '482913' })) // the literal is wanted
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect((await screen.findByRole('status', { name: 'Code of this screen' })).textContent).toContain('482 913')
})

test('a refused card is said once, and its clearing says nothing more', async () => {
  const posted = tries()
  await renderPortal({ path: '/kiosk', server, config })
  await screen.findByRole('heading', { name: 'Hold your card to the reader' })
  expect(FakeSocket.last?.url).toBe('ws://cardreader.local:81')
  expect(FakeSocket.sent).toHaveLength(1)
  expect(screen.getByText(/3 members and 2 guests on site$/)).toBeDefined()
  say('[debug] tag in field')
  say('c:9999')
  say('c:9999')
  expect((await screen.findByRole('alert')).textContent).toContain('We don’t know this card. Ask staff.')
  expect(posted).toEqual([expect.objectContaining({ body: { cardId: '9999', kioskId: 'screen', isTyped: false } })])
})

test('of two cards that are held one after the other, only the first is tried', async () => {
  const posted: unknown[] = []
  const first = aPromise<undefined>()
  server.on(kiosksApi.logIn, async (input) => {
    posted.push(input.body.cardId)
    await first.promise
    return refuse('cardUnknown')
  })
  await renderPortal({ path: '/kiosk', server, config })
  await screen.findByRole('heading', { name: 'Hold your card to the reader' })
  say('c:1111')
  await waitFor(() => expect(posted).toEqual(['1111']))
  say('c:2222')
  first.resolve(undefined)
  await screen.findByRole('alert')
  expect(posted).toEqual(['1111'])
})

test('an empty message is warned of, and a reader that goes is said to be gone', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  tries()
  await renderPortal({ path: '/kiosk', server, config })
  await screen.findByText('Reader ready')
  say('')
  expect(warn).toHaveBeenCalledOnce()
  act(() => FakeSocket.last?.close())
  await screen.findByRole('heading', { name: 'Card reader not connected. Log in below.' })
  screen.getByText(/in the kiosk settings, bottom right/)
})

test('a kiosk shows its own first page, no other one, and what is left until it logs out', async () => {
  const profile = aProfile()
  server.on(profileApi.get, () => profile)
  server.on(visitsApi.check, () => false as const) // the literal is wanted
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
  server.on(authApi.logout, () => ({ success: true }))
  const { user } = await renderPortal({ path: '/account/profile', server, profile, config })
  await screen.findByRole('heading', { level: 1, name: /^Good .*bo$/ })
  await screen.findByRole('button', { name: 'Sign in on site' })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: /Access/ })).toBeDefined()
  expect(screen.queryByRole('link', { name: /Profile/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Log out/ }))
  await screen.findByRole('heading', { name: 'Logged out. See you' })
  screen.getByText('Reader ready')
})

test('a kiosk that is loaded anew shows no member who has left, though their cookie is still good', async () => {
  const profile = aProfile()
  server.on(visitsApi.check, () => false as const) // the literal is wanted
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
  server.on(authApi.logout, () => refuse('serverError'))
  const { user } = await renderPortal({ path: '/dashboard', server, profile, config })
  await user.click(await screen.findByRole('button', { name: /^Log out/ }))
  await screen.findByRole('heading', { name: 'Logged out. See you' })
  cleanup()
  const { router } = await renderPortal({ path: '/dashboard', server, profile, config, isLoadedAnew: true })
  await screen.findByRole('heading', { name: 'Hold your card to the reader' })
  expect(router.state.location.pathname).toBe('/kiosk')
  expect(screen.queryByRole('button', { name: /^Log out/ })).toBeNull()
})

test.each([
  [{ success: true }, 1],
  [refuse('serverError'), 2],
  [new Promise<never>(() => {}), 1],
])(
  'after twenty seconds without a touch the screen waits again, whatever the portal answers, and tells it later',
  async (answer, times) => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const profile = aProfile()
    server.on(visitsApi.check, () => false as const) // the literal is wanted
    server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
    server.on(authApi.logout, () => answer)
    const { router } = await renderPortal({ path: '/dashboard', server, profile, config })
    await screen.findByRole('button', { name: 'Sign in on site' })
    const opened: string[] = []
    router.subscribe('onBeforeNavigate', ({ toLocation }) => void opened.push(toLocation.pathname))
    await act(() => vi.advanceTimersByTimeAsync(19_000))
    expect(opened).toEqual([])
    await act(() => vi.advanceTimersByTimeAsync(2000))
    await screen.findByRole('heading', { name: 'Hold your card to the reader' })
    expect(opened).toEqual(['/kiosk'])
    await act(() => vi.advanceTimersByTimeAsync(3000))
    expect(server.sentTo(authApi.logout)).toHaveLength(times)
    expect(screen.queryByText(/bo/)).toBeNull()
  },
)

test('the address of the reader is stored as it is typed, and one that is none is said and not stored', async () => {
  server.on(kiosksApi.unlock, () => undefined)
  const seen = { ...config, kioskId: 'screen', kioskIp: '10.3.0.7' }
  const { user } = await renderPortal({ path: '/kiosk', server, config: seen })
  await user.click(await screen.findByRole('button', { name: 'Kiosk settings' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('The portal sees this screen at 10.3.0.7.')
  await user.type(dialog.getByLabelText('Email'), 'ada@example.org')
  await user.type(dialog.getByLabelText('Password'), 'a good password')
  await user.click(dialog.getByRole('button', { name: 'Unlock' }))
  const field = await dialog.findByLabelText('Reader URL')
  await user.clear(field)
  await user.type(field, 'ws://10.0.0.7')
  expect(readKeptReader().url).toBe('ws://10.0.0.7:81')
  await waitFor(() => expect(FakeSocket.last?.url).toBe('ws://10.0.0.7:81'))
  await user.clear(field)
  await user.type(field, 'http://10.0.0.8')
  dialog.getByText(/^Not saved\./)
  expect(readKeptReader().url).toBe('ws://10.0.0.7:81')
})

test('a tile says of the access what the page behind it says, and who is not active reads the next step', async () => {
  const profile = aProfile()
  const notSignedIn = { refusal: 'notSignedIn' as const, access: true } // the literal is wanted
  const doors = [anAccessItem(1), anAccessItem(2, notSignedIn)]
  server.on(visitsApi.check, () => false as const) // the literal is wanted
  server.on(accessApi.listOwn, () => ({ doors, interlocks: [] }))
  const { router, client } = await renderPortal({ path: '/dashboard', server, profile, config })
  const tile = await screen.findByRole('link', { name: /^AccessYour card works on 1\s?door$/ })
  await act(() => router.navigate({ to: '/account/access' }))
  await screen.findByText(tile.textContent.replace(/^Access/, ''), { normalizer: (text) => text })
  await act(() => router.navigate({ to: '/dashboard' }))
  const pause = (shown: Profile | null | undefined) => shown && { ...shown, state: 'inactive' as const } // the literal is wanted
  act(() => void client.setQueryData(sessionQuery.queryKey, pause))
  expect(await screen.findByText('To become active again, ask someone on site.')).toBeTruthy()
})

test('logging in without a card asks for the email first, and for a card and its PIN only who chooses it', async () => {
  const { user } = await renderPortal({ path: '/kiosk', server, config })
  await user.click(await screen.findByRole('button', { name: 'Log in without a card' }))
  const dialog = await screen.findByRole('dialog', { name: 'Log in' })
  expect(document.activeElement).toBe(within(dialog).getByLabelText('Email'))
  await user.click(within(dialog).getByRole('button', { name: /^I have a PIN/ }))
  await screen.findByRole('dialog', { name: 'Type your card number' })
})

test('a browser that is a kiosk is asked to keep no password', async () => {
  const { user } = await renderPortal({ path: '/kiosk', server, config })
  await user.click(await screen.findByRole('button', { name: 'Log in without a card' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Log in' }))
  for (const label of ['Email', 'Password'])
    expect(dialog.getByLabelText<HTMLInputElement>(label).autocomplete).toBe('off')
})

test('a screen that is touched has keys for its fields, unless staff say that it has a keyboard', async () => {
  localStorage.setItem('kioskKeyboard', 'no')
  const { user } = await renderPortal({ path: '/kiosk', server, config })
  await user.click(await screen.findByRole('button', { name: 'Log in without a card' }))
  const keys = within(await screen.findByRole('region', { name: 'On-screen keyboard' }))
  for (const key of ['b', 'o', '@']) await user.click(keys.getByRole('button', { name: key }))
  await user.click(keys.getByRole('button', { name: 'Shift' }))
  await user.click(keys.getByRole('button', { name: 'X' }))
  await user.click(keys.getByRole('button', { name: 'Delete the last character' }))
  await user.click(keys.getByRole('button', { name: 'x' }))
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('bo@x')
  expect(screen.getByLabelText<HTMLInputElement>('Email').inputMode).toBe('none')
  await user.click(keys.getByRole('button', { name: 'Next' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Password'))
  act(() => keepHasKeyboard(true))
  expect(screen.queryByRole('region', { name: 'On-screen keyboard' })).toBeNull()
})

test('a site without signing in on site does not promise it', async () => {
  const features = { ...config.features, enableSiteSignIn: false }
  await renderPortal({ path: '/kiosk', server, config: { ...config, features } })
  expect(await screen.findByText('to see your access and more')).toBeTruthy()
})

test('a kiosk shows the time and the day of the space, wherever its own clock is set to', async () => {
  const zoned = { ...config, general: { ...config.general, siteTimeZone: 'Pacific/Kiritimati' } }
  await renderPortal({ path: '/kiosk', server, config: zoned })
  const day = formatWholeDay(Date.now(), { timeZone: 'Pacific/Kiritimati' })
  expect(await screen.findByText(day)).toBeTruthy()
  showTimesOf(null)
})
