import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import type { SignInRulePreview } from '@spacekeeper/contract/visits/shapes.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import type { fakeServer } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'
import { fakeSettings } from './settings.testing.ts'

let server: ReturnType<typeof fakeServer>

let stored: Map<string, unknown>

beforeEach(() => {
  ;({ server, stored } = fakeSettings())
})

const open = async () => {
  const profile = aProfile({ admin: true })
  const opened = await renderPortal({ path: '/manage/settings?text=on+site', server, profile })
  await screen.findByRole('navigation', { name: 'Groups of settings' })
  return opened
}

const rule: SignInRulePreview = { cards: 34, devices: 5, onSite: 2, members: [{ id: 2, name: 'Bo Lindqvist' }] }

test('demanding to sign in first says how many cards stop, asks, and is saved only after that', async () => {
  stored.set('ENABLE_PORTAL_SITE_SIGN_IN', true)
  server.on(visitsApi.previewSignInRule, () => rule)
  const { user } = await open()
  const field = screen.getByRole('switch', { name: /^Sign in on site before cards work/ })
  await user.click(field)
  const dialog = within(await screen.findByRole('dialog', { name: /^Stop cards of members/ }))
  expect(await dialog.findByText(/^34 cards stop working on 5 devices/)).toBeTruthy()
  expect(dialog.getByText('Bo Lindqvist')).toBeTruthy()
  expect(dialog.getByText(/^2 members are signed in on site now/)).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(server.sentTo(settingsApi.update)).toEqual([])
  expect(field).toHaveProperty('checked', false)
  await user.click(field)
  await user.click(await screen.findByRole('button', { name: 'Require signing in' }))
  await waitFor(() => expect(stored.get('REQUIRE_SITE_SIGN_IN')).toBe(true))
})

test('demanding what is not offered says so and turns both on', async () => {
  server.on(visitsApi.previewSignInRule, () => rule)
  const { user } = await open()
  await user.click(screen.getByRole('switch', { name: /^Sign in on site before cards work/ }))
  expect(await screen.findByText(/this turns that on, too/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Require signing in' }))
  await waitFor(() => expect(stored.get('REQUIRE_SITE_SIGN_IN')).toBe(true))
  expect(stored.get('ENABLE_PORTAL_SITE_SIGN_IN')).toBe(true)
})

test('ending the offer is asked only while signing in is demanded', async () => {
  stored.set('ENABLE_PORTAL_SITE_SIGN_IN', true)
  stored.set('REQUIRE_SITE_SIGN_IN', true)
  server.on(visitsApi.previewSignInRule, () => rule)
  const { user } = await open()
  const offer = screen.getByRole('switch', { name: /^Signing in on site/ })
  await user.click(offer)
  expect(await screen.findByText(/^34 cards stay stopped on 5 devices/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Stop offering it' }))
  await waitFor(() => expect(stored.get('ENABLE_PORTAL_SITE_SIGN_IN')).toBe(false))
  await user.click(offer)
  await waitFor(() => expect(stored.get('ENABLE_PORTAL_SITE_SIGN_IN')).toBe(true))
  await user.click(screen.getByRole('switch', { name: /^Sign in on site before cards work/ }))
  await waitFor(() => expect(stored.get('REQUIRE_SITE_SIGN_IN')).toBe(false))
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(offer)
  await waitFor(() => expect(stored.get('ENABLE_PORTAL_SITE_SIGN_IN')).toBe(false))
})
