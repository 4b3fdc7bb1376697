import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { authApi } from '@spacekeeper/contract/auth/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { IdCode, Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { walletApi } from '@spacekeeper/contract/wallet/routes.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, afterEach, test, expect, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

const minuteMs = 60_000

const url = 'https://portal.test/verify/abc'

let server: ReturnType<typeof fakeServer>

const code = (): IdCode => ({
  success: true,
  token: 'abc',
  issuedAt: new Date(Date.now()).toISOString(),
  expiresAt: new Date(Date.now() + 10 * minuteMs).toISOString(),
  url,
})

const keepCode = (agoMs: number, memberId = 1) =>
  localStorage.setItem('kept:digital-id', JSON.stringify({ memberId, receivedAt: Date.now() - agoMs, code: code() }))

beforeEach(() => {
  server = fakeServer()
  server.on(profileApi.createIdCode, code)
  server.on(walletApi.getState, () => ({ offers: [], passes: [] }))
  server.on(visitsApi.check, () => false as const)
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
})

afterEach(() => localStorage.clear())

const open = (profile: Partial<Profile> = {}) =>
  renderPortal({ path: '/account/digital-id', server, profile: aProfile(profile) })

const qr = () => screen.queryByRole('img', { name: /^QR code/ })

test('the digital ID says who, how they stand, their number and since when, beside a QR code', async () => {
  await open({ id: 4127, memberSince: '2021-03-03T12:00:00.000Z' })
  await screen.findByRole('img', { name: /^QR code/ })
  screen.getByText('Bo Berg')
  screen.getByText('Active member')
  screen.getByText('4127')
  screen.getByText('3 March 2021')
  expect(screen.getByRole('link', { name: 'See what people see when they scan it' }).getAttribute('href')).toBe(url)
})

test('a suspension outweighs the state', async () => {
  await open({ suspension: { since: '2026-01-01T00:00:00.000Z', reason: 'x' } })
  expect(await screen.findByText('Suspended')).toBeTruthy()
  screen.getByText('Suspended since')
  screen.getByText('1 January 2026')
})

test('an account that never was a membership is no member since any day', async () => {
  await open({ state: 'noob', memberSince: null, registrationDate: '2026-02-02T12:00:00.000Z' })
  await screen.findByText('Registered')
  screen.getByText('2 February 2026')
  expect(screen.queryByText('Member since')).toBeNull()
})

test('the menu and the search lead to the digital ID', async () => {
  await renderPortal({ path: '/account/profile', server, profile: aProfile() })
  const entry = (await screen.findAllByRole('link', { name: 'Digital ID' }))[0]
  expect(entry?.getAttribute('href')).toBe('/account/digital-id')
})

test('a new code is asked for every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  await screen.findByRole('img', { name: /^QR code/ })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(server.sentTo(profileApi.createIdCode)).toHaveLength(3)
})

test('once it is closed no more codes are asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { router } = await open()
  await screen.findByRole('img', { name: /^QR code/ })
  await router.navigate({ to: '/account/profile' })
  await screen.findByLabelText('First name')
  const asked = server.sentTo(profileApi.createIdCode).length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.sentTo(profileApi.createIdCode)).toHaveLength(asked)
})

test('without the network the last code stays, marked with its age', async () => {
  keepCode(3 * minuteMs)
  server.on(profileApi.createIdCode, () => refuse('serverError'))
  await open()
  await screen.findByText('Offline')
  screen.getByText('This code is 3 minutes old. It works for 7 more minutes.')
  expect(qr()).toBeTruthy()
})

test('after ten minutes it says that the code has run out, and a new one can be asked for', async () => {
  keepCode(10 * minuteMs)
  server.on(profileApi.createIdCode, () => refuse('serverError'))
  const { user } = await open()
  await screen.findByText('This code has expired')
  expect(qr()).toBeNull()
  server.on(profileApi.createIdCode, code)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('img', { name: /^QR code/ })
})

test('a code that another member left behind is not shown', async () => {
  keepCode(0, 2)
  server.on(profileApi.createIdCode, () => refuse('serverError'))
  await open()
  await screen.findByText('There is no code right now')
  expect(qr()).toBeNull()
})

test('logging out forgets the code', async () => {
  server.on(authApi.logout, () => ({ success: true as const }))
  const { router } = await open()
  await screen.findByRole('img', { name: /^QR code/ })
  await waitFor(() => expect(localStorage.getItem('kept:digital-id')).not.toBeNull())
  await router.navigate({ to: '/logout' })
  await waitFor(() => expect(localStorage.getItem('kept:digital-id')).toBeNull())
})

test('closing leads home, with the focus on the card it was opened from', async () => {
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  const card = await screen.findByRole('link', { name: /^Digital ID\s?Bo Berg/ })
  await waitFor(() => expect(document.activeElement).toBe(card))
})
