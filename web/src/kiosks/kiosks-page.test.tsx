import { kiosksApi } from '@spacekeeper/contract/kiosks/routes.ts'
import type { Kiosk } from '@spacekeeper/contract/kiosks/shapes.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const someTime = '2026-01-05T10:00:00.000Z'
const aKiosk = (id: number, more: Partial<Kiosk> = {}): Kiosk => ({
  id,
  kind: 'kiosk',
  name: `Kiosk ${id}`,
  kioskId: `screen-${id}`,
  kioskIp: '10.0.0.7',
  lastSeen: someTime,
  playTheme: false,
  authorised: true,
  isOnline: true,
  registeredAt: someTime,
  pairingCode: null,
  authorisedBy: null,
  isCardEnough: true,
  hasNamesake: false,
  ...more,
})
const staff = aProfile({ staffPermissions: ['devices'] })

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(kiosksApi.getOwnPin, () => ({ setAt: null, isRequired: false }))
})

test('a screen that waits is authorised by its code, under a name', async () => {
  const waiting = aKiosk(4, { authorised: false, pairingCode: '482913', hasNamesake: true })
  let list = [waiting]
  server.on(kiosksApi.list, () => list)
  const changes: unknown[] = []
  server.on(kiosksApi.update, (input) => {
    changes.push(input)
    list = [{ ...waiting, authorised: true, pairingCode: null, name: 'Foyer' }]
  })
  const { user } = await renderPortal({ path: '/manage/kiosks', server, profile: staff })
  const row = (await screen.findByText('Code 482 913')).closest('li')
  expect(row?.textContent).toContain('Another screen has the same name')
  await user.click(screen.getByRole('button', { name: 'Authorise' }))
  const dialog = await screen.findByRole('dialog')
  const name = within(dialog).getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.click(within(dialog).getByRole('button', { name: 'Authorise' }))
  await within(dialog).findByText('This field cannot be empty.')
  await user.type(name, 'Foyer')
  await user.click(within(dialog).getByRole('button', { name: 'Authorise' }))
  await screen.findByText('Foyer is a kiosk now')
  expect(changes).toEqual([expect.objectContaining({ body: { name: 'Foyer', authorised: true } })])
  await screen.findByRole('switch', { name: 'Play the theme on swipe at Foyer' })
})

test('the theme of a kiosk is switched at the press, and back when the server refuses', async () => {
  let kiosk = aKiosk(1, { name: 'Foyer' })
  server.on(kiosksApi.list, () => [kiosk])
  server.on(kiosksApi.update, () => refuse('serverError'))
  await renderPortal({ path: '/manage/kiosks', server, profile: staff })
  const theme = await screen.findByRole('switch', { name: 'Play the theme on swipe at Foyer' })
  fireEvent.click(theme)
  expect(theme).toHaveProperty('checked', true)
  await waitFor(() => expect(theme).toHaveProperty('checked', false))
  server.on(kiosksApi.update, () => {
    kiosk = { ...kiosk, playTheme: true }
  })
  fireEvent.click(theme)
  await waitFor(() => expect(server.sentTo(kiosksApi.list).length).toBeGreaterThan(2))
  expect(theme).toHaveProperty('checked', true)
})

test('a kiosk names who authorised it, and only an administrator lets a card be enough there', async () => {
  let kiosk = aKiosk(1, { authorisedBy: 'Kim Keeper', isCardEnough: false })
  server.on(kiosksApi.list, () => [kiosk])
  server.on(kiosksApi.update, ({ body }) => {
    kiosk = { ...kiosk, ...kiosksApi.update.body.pick({ isCardEnough: true }).parse(body) } as Kiosk // only that changes
  })
  const asKeeper = await renderPortal({ path: '/manage/kiosks', server, profile: staff })
  await screen.findByText('Authorised by Kim Keeper')
  expect(screen.getByText('Asks everyone for a PIN or password')).toBeTruthy()
  await asKeeper.user.click(screen.getByRole('button', { name: 'Actions for Kiosk 1' }))
  await screen.findByRole('menuitem', { name: 'Rename' })
  expect(screen.queryByRole('menuitem', { name: 'Allow login with a card alone' })).toBeNull()
  cleanup()
  const profile = aProfile({ admin: true, staffPermissions: ['devices'] })
  const { user } = await renderPortal({ path: '/manage/kiosks', server, profile })
  await user.click(await screen.findByRole('button', { name: 'Actions for Kiosk 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Allow login with a card alone' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('whose card reader you trust')
  await user.click(within(dialog).getByRole('button', { name: 'Allow login with a card alone' }))
  await screen.findByText('A card is enough at Kiosk 1 now')
  await waitFor(() => expect(screen.queryByText('Asks everyone for a PIN or password')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Actions for Kiosk 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Require a PIN' }))
  await screen.findByText('Asks everyone for a PIN or password')
})

test('a kiosk is removed after a question, and a failure is said', async () => {
  let list = [aKiosk(1, { isOnline: false })]
  server.on(kiosksApi.list, () => list)
  server.on(kiosksApi.remove, () => refuse('shuttingDown'))
  const { user } = await renderPortal({ path: '/manage/kiosks', server, profile: staff })
  await screen.findByText(/^Offline since/)
  await user.click(screen.getByRole('button', { name: 'Actions for Kiosk 1' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('is logged out at once')
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await screen.findByText(/The portal is restarting/)
  server.on(kiosksApi.remove, () => {
    list = []
  })
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await screen.findByText('No kiosks yet')
  expect(screen.getByText(/\/kiosk on the screen you want to use/)).toBeDefined()
})
