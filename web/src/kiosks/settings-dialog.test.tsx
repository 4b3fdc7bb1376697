import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const config = { ...defaultSite, kiosk: 'authorised' as const } // the literal is wanted

/** A reader that is there and says nothing. */
class FakeSocket extends EventTarget {
  constructor() {
    super()
    queueMicrotask(() => this.dispatchEvent(new Event('open')))
  }
  send() {}
  close() {}
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('WebSocket', FakeSocket)
  server = fakeServer()
  server.on(kiosksApi.register, () => ({
    kind: 'kiosk' as const,
    state: 'authorised' as const,
    name: 'Foyer',
    kioskId: 'screen',
    pairingCode: null,
    onSite: 0,
    guestsOnSite: 0,
    visitorsOnSite: 0,
    meetingId: null,
    nextOpening: null,
  })) // the literals are wanted
})

test('a screen that could not be registered says so with the reason, and can try again', async () => {
  server.on(kiosksApi.register, () => refuse('tooManyRequests'))
  await renderPortal({ path: '/kiosk', server })
  await screen.findByRole('heading', { name: 'This screen couldn’t be registered as a kiosk' })
  await screen.findByText(/^Too many tries/)
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a kiosk that is not touched for twenty seconds logs its member out and waits for the next card', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  server.on(visitsApi.check, () => false as const) // the literal is wanted
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
  server.on(authApi.logout, () => ({ success: true }))
  const { router } = await renderPortal({ path: '/dashboard', server, profile: aProfile(), config })
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  window.dispatchEvent(new Event('pointerdown'))
  await act(() => vi.advanceTimersByTimeAsync(19_000))
  expect(server.sentTo(authApi.logout)).toHaveLength(0)
  await act(() => vi.advanceTimersByTimeAsync(1_500))
  await waitFor(() => expect(server.sentTo(authApi.logout)).toHaveLength(1))
  await waitFor(() => expect(router.state.location.pathname).toBe('/kiosk'))
})

test('the settings of a kiosk say whether its reader is connected, and give its address away to staff only', async () => {
  server.on(kiosksApi.unlock, () => undefined)
  vi.stubGlobal('shell', {
    kioskId: async () => 'screen',
    hostname: async () => 'front-desk',
    reload: async () => undefined,
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  const { user } = await renderPortal({ path: '/kiosk', server, config })
  await user.click(await screen.findByRole('button', { name: 'Kiosk settings' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Kiosk settings' }))
  for (const name of ['RFID reader', 'Other settings']) dialog.getByRole('heading', { name })
  dialog.getByText('Connected')
  await dialog.findByText(/front-desk/)
  for (const name of ['Reload the page', 'Close']) expect(dialog.getAllByRole('button', { name })[0]).toBeTruthy()
  expect(dialog.queryByLabelText('Reader URL')).toBeNull()
  await user.type(dialog.getByLabelText('Email'), 'ada@example.org')
  await user.type(dialog.getByLabelText('Password'), 'a good password')
  await user.click(dialog.getByRole('button', { name: 'Unlock' }))
  expect(await dialog.findByLabelText('Reader URL')).toHaveProperty('value', 'ws://cardreader.local:81')
})
