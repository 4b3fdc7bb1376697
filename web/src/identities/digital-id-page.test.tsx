import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accounts } from '@spacekeeper/contract/accounts.ts'
import { doors } from '@spacekeeper/contract/doors.ts'
import { identities, type IdCode } from '@spacekeeper/contract/identities.ts'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { visits } from '@spacekeeper/contract/visits.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

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
  server.on(identities.issue, code)
  server.on(visits.check, () => false as const)
  server.on(doors.permissions, () => ({ doors: [], interlocks: [] }))
})
afterEach(() => localStorage.clear())

const open = (profile: Partial<Profile> = {}) =>
  renderPortal({ path: '/account/digital-id', server, profile: aProfile(profile) })
const qr = () => screen.queryByRole('img', { name: /^QR code/ })

test('the digital ID says who, how he stands, his number and since when, beside a QR code', async () => {
  await open({ id: 4127, firstJoined: '2021-03-03T12:00:00.000Z' })
  await screen.findByRole('img', { name: /^QR code/ })
  screen.getByText('Bo Berg')
  screen.getByText('Active member')
  screen.getByText('4127')
  screen.getByText('3 March 2021')
  expect(screen.getByRole('link', { name: 'See what a scanner sees' }).getAttribute('href')).toBe(url)
})

test('a suspension outweighs the state', async () => {
  await open({ suspension: { since: '2026-01-01T00:00:00.000Z', reason: 'x' } })
  expect(await screen.findByText('Suspended')).toBeTruthy()
})

test('a new code is asked for every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open()
  await screen.findByRole('img', { name: /^QR code/ })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(server.sentTo(identities.issue)).toHaveLength(3)
})

test('once it is closed no more codes are asked for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { router } = await open()
  await screen.findByRole('img', { name: /^QR code/ })
  await router.navigate({ to: '/account/profile' })
  await screen.findByLabelText('First name')
  const asked = server.sentTo(identities.issue).length
  await vi.advanceTimersByTimeAsync(120_000)
  expect(server.sentTo(identities.issue)).toHaveLength(asked)
})

test('without the network the last code stays, marked with its age', async () => {
  keepCode(3 * minuteMs)
  server.on(identities.issue, () => refuse('serverError'))
  await open()
  await screen.findByText('Offline')
  screen.getByText('This code is 3 minutes old. It works for 7 more minutes.')
  expect(qr()).toBeTruthy()
})

test('after ten minutes it says that the code has run out, and a new one can be asked for', async () => {
  keepCode(10 * minuteMs)
  server.on(identities.issue, () => refuse('serverError'))
  const { user } = await open()
  await screen.findByText('The code has run out')
  expect(qr()).toBeNull()
  server.on(identities.issue, code)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('img', { name: /^QR code/ })
})

test('a code that another member left behind is not shown', async () => {
  keepCode(0, 2)
  server.on(identities.issue, () => refuse('serverError'))
  await open()
  await screen.findByText('There is no code right now')
  expect(qr()).toBeNull()
})

test('logging out forgets the code', async () => {
  server.on(accounts.logout, () => ({ success: true as const }))
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
