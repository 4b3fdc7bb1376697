import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal } from '../portal.testing.tsx'

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
