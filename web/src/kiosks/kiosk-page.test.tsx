import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import { doors } from '@spacekeeper/contract/doors.ts'
import { kiosks, type OwnKiosk } from '@spacekeeper/contract/kiosks.ts'
import { members } from '@spacekeeper/contract/members.ts'
import { visits } from '@spacekeeper/contract/visits.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const own: OwnKiosk = { state: 'authorised', name: 'Foyer', kioskId: 'screen', pairingCode: null, onSite: 3 }
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
  server.on(kiosks.register, () => own)
})

const tries = () => {
  const posted: unknown[] = []
  server.on(kiosks.logIn, (input) => {
    posted.push(input)
    return refuse('cardUnknown')
  })
  return posted
}

test('a screen that nobody authorised shows its code', async () => {
  server.on(kiosks.register, () => ({ ...own, state: 'pending' as const, pairingCode: '482913', onSite: null })) // the literal is wanted
  await renderPortal({ path: '/kiosk', server })
  expect((await screen.findByRole('status', { name: 'Code of this screen' })).textContent).toContain('482 913')
})

test('a refused card is said once, and its clearing says nothing more', async () => {
  const posted = tries()
  await renderPortal({ path: '/kiosk', server, config })
  await screen.findByRole('heading', { name: 'Hold your card to the reader' })
  expect(FakeSocket.last?.url).toBe('ws://cardreader.local:81')
  expect(FakeSocket.sent).toHaveLength(1)
  expect(screen.getByText(/3 on site$/)).toBeDefined()
  say('[debug] tag in field')
  say('c:9999')
  say('c:9999')
  expect((await screen.findByRole('alert')).textContent).toContain('This card is not known here. Ask staff.')
  expect(posted).toEqual([expect.objectContaining({ body: { cardId: '9999', kioskId: 'screen', isTyped: false } })])
})

test('an empty message is warned of, and a reader that goes is said to be gone', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  tries()
  await renderPortal({ path: '/kiosk', server, config })
  await screen.findByText('Reader ready')
  say('')
  expect(warn).toHaveBeenCalledOnce()
  act(() => FakeSocket.last?.close())
  await screen.findByRole('heading', { name: 'Log in below, the reader is not connected' })
})

test('a kiosk shows its own first page, no other one, and what is left until it logs out', async () => {
  const profile = aProfile()
  server.on(members.getProfile, () => profile)
  server.on(visits.check, () => false as const) // the literal is wanted
  server.on(doors.permissions, () => ({ doors: [], interlocks: [] }))
  server.on(accounts.logout, () => ({ success: true }))
  const { user } = await renderPortal({ path: '/account/profile', server, profile, config })
  await screen.findByRole('heading', { level: 1, name: /^Good .*Bo$/ })
  await screen.findByRole('button', { name: 'Sign in on site' })
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('link', { name: /Access/ })).toBeDefined()
  expect(screen.queryByRole('link', { name: /Profile/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^Log out/ }))
  await screen.findByText('Reader ready')
})
