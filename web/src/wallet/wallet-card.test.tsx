import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { walletApi } from '@spacekeeper/contract/wallet/routes.ts'
import type { WalletPass, WalletState } from '@spacekeeper/contract/wallet/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { offeredHere, walletOf } from './wallets-here.ts'

let server: ReturnType<typeof fakeServer>
let state: WalletState

const someTime = '2026-01-05T10:00:00.000Z'
const link = { url: 'https://portal.test/api/wallet/apple/pass/abc/', expiresAt: someTime }

const aPass = (more: Partial<WalletPass> = {}): WalletPass => ({
  id: 7,
  kind: 'apple',
  addedAt: someTime,
  devices: [],
  failure: null,
  ...more,
})

beforeEach(() => {
  server = fakeServer()
  state = { offers: ['apple', 'google'], passes: [] }
  server.on(profileApi.createIdCode, () => refuse('serverError'))
  server.on(visitsApi.check, () => false as const)
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
  server.on(walletApi.getState, () => state)
})
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const open = (profile: Partial<Profile> = {}) =>
  renderPortal({ path: '/account/digital-id', server, profile: aProfile(profile) })

const card = () => screen.findByRole('region', { name: 'In your phone’s wallet' })

test('where no wallet is set up there is no card', async () => {
  state.offers = []
  await open()
  await screen.findByText('There is no code right now')
  await waitFor(() => expect(server.sentTo(walletApi.getState)).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'In your phone’s wallet' })).toBeNull()
})

test('on a computer both wallets are offered, and a code brings the pass to the phone', async () => {
  server.on(walletApi.create, () => {
    state.passes = [aPass()]
    return link
  })
  const { user } = await open()
  await user.click(within(await card()).getByRole('button', { name: 'Add to Apple Wallet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add to Apple Wallet' })
  within(dialog).getByRole('img', { name: 'QR code that adds your digital ID to a wallet' })
  expect(within(dialog).getByRole('link', { name: 'Open here' }).getAttribute('href')).toBe(link.url)
  expect(server.sentTo(walletApi.create)[0]?.body).toEqual({ kind: 'apple' })
  await waitFor(async () => expect((await card()).textContent).toContain('On no device right now'))
})

test('a phone is offered its own wallet alone', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Linux; Android 16; Pixel 9) Chrome/140')
  await open()
  within(await card()).getByRole('button', { name: 'Add to Google Wallet' })
  expect(within(await card()).queryByRole('button', { name: 'Add to Apple Wallet' })).toBeNull()
})

test('what goes wrong is said in a sentence, and it can be tried again', async () => {
  server.on(walletApi.create, () => refuse('walletAway'))
  const { user } = await open()
  await user.click(within(await card()).getByRole('button', { name: 'Add to Google Wallet' }))
  expect(await screen.findByText(/Google Wallet can’t be reached right now/)).toBeTruthy()
  expect(within(await card()).getByRole('button', { name: 'Add to Google Wallet' })).toBeTruthy()
})

test('a member who is not active reads when they can add it', async () => {
  await open({ state: 'inactive' })
  expect((await card()).textContent).toContain('You can add it once you’re an active member.')
  expect(within(await card()).queryByRole('button')).toBeNull()
})

test('the wallets that hold it are listed, and it is removed from them after a question', async () => {
  state.passes = [
    aPass({ devices: [{ addedAt: someTime }, { addedAt: someTime }], failure: 'unreachable' }),
    aPass({ id: 8, kind: 'google' }),
  ]
  server.on(walletApi.remove, () => {
    state.passes = state.passes.slice(1)
  })
  const { user } = await open()
  expect((await card()).textContent).toMatch(/On 2 devices.*We’ll try again/)
  await user.click(within(await card()).getByRole('button', { name: 'Remove from Apple Wallet' }))
  const dialog = await screen.findByRole('dialog', { name: 'Remove from Apple Wallet?' })
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Your digital ID was removed from Apple Wallet')).toBeTruthy()
  expect(server.sentTo(walletApi.remove)).toHaveLength(1)
  await waitFor(async () => expect((await card()).textContent).not.toContain('On 2 devices'))
})

test('one that was removed in another window is gone all the same', async () => {
  state.passes = [aPass()]
  server.on(walletApi.remove, () => {
    state.passes = []
    return refuse('notFound')
  })
  const { user } = await open()
  await user.click(within(await card()).getByRole('button', { name: 'Remove from Apple Wallet' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText('Your digital ID was removed from Apple Wallet')).toBeTruthy()
})

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X)', 5, 'apple'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 5, 'apple'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 0, null],
  ['Mozilla/5.0 (Linux; Android 16; Pixel 9)', 5, 'google'],
  ['Mozilla/5.0 (X11; Linux x86_64)', 0, null],
])('%s touched in %i places has %s', (userAgent, touchPoints, wallet) => {
  expect(walletOf({ userAgent, touchPoints })).toBe(wallet)
})

test('a phone is not offered the wallet of the other maker', () => {
  expect(offeredHere(['google'], 'apple')).toEqual([])
  expect(offeredHere(['apple', 'google'], null)).toEqual(['apple', 'google'])
})
