import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { OwnRefusal, Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { signupApi } from '@spacekeeper/contract/signup/routes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'
import { aStanding, someDues } from '../signup/standing.testing.ts'

const at = '2026-01-05T10:00:00.000Z'
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  localStorage.clear()
  server = fakeServer()
  server.on(visitsApi.check, () => false as const)
})

const aRefusal = (more: Partial<OwnRefusal> = {}): OwnRefusal => ({
  id: 7,
  device: { id: 3, name: 'Woodshop', kind: 'door' },
  isCard: true,
  date: at,
  secondsAgo: 0,
  refusal: 'notSignedIn',
  isCured: false,
  lockedOutSince: null,
  lockoutReason: null,
  missingCertificates: [],
  balanceCents: 0,
  minBalanceCents: null,
  ...more,
})

const open = async (first: OwnRefusal | null = null) => {
  server.on(accessApi.getOwnRefusal, () => ({ latest: first }))
  const config = { ...defaultSite, contact: { ...defaultSite.contact, admin: 'staff@example.org' } }
  const portal = await renderPortal({ path: '/error/404', server, profile: aProfile(), config })
  await waitFor(() => expect(server.sentTo(accessApi.getOwnRefusal)).toHaveLength(1))
  const hear = async (refusal: OwnRefusal | null) => {
    server.on(accessApi.getOwnRefusal, () => ({ latest: refusal }))
    await act(() => refreshTopic(portal.client, 'refusals'))
  }
  return { ...portal, hear }
}

test('a refused card opens its explanation with the cure; once that is done, it says to hold the card again', async () => {
  const { user, hear } = await open()
  await hear(aRefusal())
  const dialog = await screen.findByRole('dialog', { name: /Woodshop, refused at .* You’re not signed in on site/ })
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
  await within(dialog).findByText(/Sign in on site first/)
  server.on(visitsApi.signIn, () => undefined)
  await user.click(within(dialog).getByRole('button', { name: 'Sign in on site' }))
  expect(server.sentTo(visitsApi.signIn)).toHaveLength(1)
  await hear(aRefusal({ isCured: true, secondsAgo: 5 }))
  await screen.findByRole('dialog', { name: /Now hold your card again/ })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  // The same refusal, told once more, is no news.
  await hear(aRefusal({ secondsAgo: 9 }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each<[Refusal, Partial<OwnRefusal>, RegExp, string | null]>([
  [
    'lockedOut',
    { lockedOutSince: at, lockoutReason: 'Blade guard broken.' },
    /^Blade guard broken\. \(since [^)]+\)$/,
    null,
  ],
  ['noGrant', {}, /Ask staff for an induction/, 'Ask for access'],
  ['staleList', {}, /the door’s card list was out of date/, null],
  [
    'balanceTooLow',
    { device: { id: 4, name: 'Laser cutter', kind: 'interlock' }, balanceCents: 200, minBalanceCents: 500 },
    /Your balance is \$2.00. Laser cutter asks for at least \$5.00/,
    'Top it up',
  ],
])('%s says its cause with what is known, and how to end it', async (refusal, more, cause, cure) => {
  const { hear } = await open()
  await hear(aRefusal({ refusal, ...more }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(cause)).toBeTruthy()
  expect(within(dialog).queryAllByRole('link', { name: cure ?? 'none' })).toHaveLength(cure === null ? 0 : 1)
})

test('a newcomer who has not paid reads at the door that it is a payment, with its sum, and of no induction', async () => {
  const dues = someDues({ owedCents: 9100, reason: 'first' })
  server.on(signupApi.getStanding, () => aStanding({ step: 'pay', items: ['payment', 'induction'], dues }))
  server.on(accessApi.getOwnRefusal, () => ({ latest: aRefusal({ refusal: 'notActive' }) }))
  const features = { ...defaultSite.features, enableMembershipPayments: true }
  const profile = aProfile({ state: 'noob' })
  await renderPortal({ path: '/error/404', server, profile, config: { ...defaultSite, features } })
  const dialog = within(await screen.findByRole('dialog', { name: /Your payment is missing/ }))
  await dialog.findByText(/starts when you’ve paid \$91\.00/)
  expect(dialog.getByRole('link', { name: 'Pay $91.00' })).toBeTruthy()
  expect(dialog.queryByText(/induction|picked up your card/)).toBeNull()
})

test('a page that is opened explains what was refused within the last minute, and nothing older', async () => {
  await open(aRefusal({ secondsAgo: 61 }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('what another tab has shown already stays closed; a hidden tab waits until it is looked at, and tells the device', async () => {
  const told = vi.fn<(title: string) => void>()
  class FakeNotification {
    static readonly permission = 'granted'
    constructor(title: string) {
      told(title)
    }
    addEventListener() {}
  }
  vi.stubGlobal('Notification', FakeNotification)
  localStorage.setItem('refusalNotices:1', 'on')
  localStorage.setItem('kept:refusal', '7')
  const { hear } = await open()
  await hear(aRefusal())
  expect(screen.queryByRole('dialog')).toBeNull()

  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await hear(aRefusal({ id: 8 }))
  await waitFor(() => expect(told).toHaveBeenCalledWith('Your card was refused at Woodshop'))
  expect(screen.queryByRole('dialog')).toBeNull()
  visibility.mockReturnValue('visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await screen.findByRole('dialog')
  vi.unstubAllGlobals()
})
