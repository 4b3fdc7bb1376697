import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { AccessItem, Refusal } from '@spacekeeper/contract/access/shapes.ts'
import { refusals } from '@spacekeeper/contract/access/words.ts'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'
import { anAccessItem as item } from './access-item.testing.ts'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const open = (profile: Partial<Profile> = {}, config: SiteConfig = defaultSite) =>
  renderPortal({ path: '/account/access', server, profile: aProfile(profile), config })

const answered = (doorItems: AccessItem[], machines: AccessItem[] = []) =>
  server.on(accessApi.listOwn, () => ({ doors: doorItems, interlocks: machines }))

test.each<[number, number, string]>([
  [3, 2, 'Your card works on 3\u00a0doors and 2\u00a0machines'],
  [1, 0, 'Your card works on 1\u00a0door'],
  [0, 1, 'Your card works on 1\u00a0machine'],
])('the first line is the answer for %i doors and %i machines', async (doorCount, machineCount, answer) => {
  const some = (count: number) => Array.from({ length: count }, (_, n) => item(n + 1))
  answered(some(doorCount), some(machineCount))
  await open()
  expect(
    await screen.findByText((_, element) => element?.tagName === 'P' && element.textContent === answer),
  ).toBeTruthy()
})

test('without any device it says what will be here', async () => {
  answered([])
  await open()
  expect(await screen.findByText('There are no doors or machines here yet')).toBeTruthy()
})

const reasons = keysOf(refusals).filter((refusal) => refusal !== 'notSignedIn')

test.each(reasons)(
  'what is refused because of %s says why and what to do, in words of the contract',
  async (refusal) => {
    answered([item(1), item(2, { refusal }), item(3, { offline: true })])
    await open()
    const list = within(await screen.findByRole('region', { name: 'Not right now' }))
    list.getByRole('heading', { name: refusals[refusal].title })
    expect(list.getByText(refusals[refusal].cause)).toBeTruthy()
  },
)

test('a reason is said once for all devices it holds on, with one button, and a relay changes nothing of that', async () => {
  const refusal = 'notSignedIn' as const
  const relay = { canOpen: true, canStart: false, canEnd: false }
  answered([item(1), item(2, { refusal }), item(3, { refusal }), item(4, { relay })], [item(5, { refusal })])
  server.on(visitsApi.signIn, () => undefined)
  server.on(visitsApi.check, () => false as const)
  const { user } = await open()
  const list = within(await screen.findByRole('region', { name: 'Not right now' }))
  list.getByRole('heading', { name: '3 more work as soon as you sign in' })
  list.getByText('Device 2, Device 3, Device 5')
  await user.click(list.getByRole('button', { name: 'Sign in on site' }))
  await waitFor(() => expect(server.sentTo(visitsApi.signIn)).toHaveLength(1))
})

test('staff are asked for access to the very devices that lack it', async () => {
  answered([item(1), item(2, { refusal: 'noGrant' }), item(3, { refusal: 'noGrant' })])
  await open({}, { ...defaultSite, contact: { ...defaultSite.contact, admin: 'desk@example.org' } })
  const link = await screen.findByRole('link', { name: 'Ask for access' })
  expect(link.getAttribute('href')).toBe(
    'mailto:desk@example.org?subject=Ask%20for%20access%3A%20Device%202%2C%20Device%203',
  )
})

test('a locked machine says what staff wrote, and since when', async () => {
  const lockout = { refusal: 'lockedOut', lockedOutSince: '2026-01-05T10:00:00.000Z' } as const
  answered([item(1, { ...lockout, lockoutReason: 'Blade guard broken' }), item(2, lockout), item(3)])
  await open()
  expect(await screen.findByText(/^Device 1: Blade guard broken \(since .*Jan.*\)$/)).toBeTruthy()
  expect(screen.getByText(/^Device 2, since .*Jan/)).toBeTruthy()
})

test('machines that run say whose use it is, and one’s own stands above whatever is refused', async () => {
  const since = '2026-01-05T10:00:00.000Z'
  answered(
    [],
    [
      item(1, { use: { since, isOwn: true, name: 'Bo' }, refusal: 'notSignedIn' }),
      item(2, { use: { since, isOwn: false, name: 'Mia' } }),
      item(3, { use: { since, isOwn: false, name: null } }),
      item(4, { use: { since, isOwn: false, name: 'Mia' }, refusal: 'noGrant' }),
    ],
  )
  await open()
  const list = within(await screen.findByRole('list', { name: 'What your card works on' }))
  list.getByText(/^In use by you since/)
  list.getByText('In use by Mia')
  list.getByText('In use')
  expect(list.queryByText('Device 4')).toBeNull()
  expect(screen.getByText('Device 4')).toBeTruthy()
})

test('an offline device stands below, with since when', async () => {
  answered([item(1), item(2, { offline: true })])
  await open()
  const list = within(await screen.findByRole('region', { name: 'Not right now' }))
  list.getByRole('heading', { name: 'Offline' })
  expect(list.getByText(/^Device 2, since .*Jan/)).toBeTruthy()
})

test('an inactive membership is said once and not repeated for every door', async () => {
  answered([1, 2, 3].map((id) => item(id, { access: false, refusal: 'notActive' })))
  await open({ state: 'inactive' })
  await screen.findByText('Your card doesn’t work on anything right now')
  screen.getByText('Your membership isn’t active')
  expect(screen.queryByText('Device 1')).toBeNull()
})

test.each([
  ['the card of the membership', 'inactive' as const, []],
  ['the cure of a refusal', 'active' as const, [item(2)]],
])('where members pay here, %s leads to the plan', async (_what, state, others) => {
  answered([item(1, { access: false, refusal: 'notActive' }), ...others])
  const features = { ...defaultSite.features, enableMembershipPayments: true }
  await open({ state }, { ...defaultSite, features })
  const link = await screen.findByRole('link', { name: 'See your plan' })
  expect(link.getAttribute('href')).toBe('/account/membership-plan')
})

test.each<[Refusal, string]>([
  ['noCard', 'You don’t have a card yet'],
  ['notSignedIn', 'Your card works as soon as you sign in on site'],
])('where %s holds everywhere, the answer says so, and nothing is repeated', async (refusal, answer) => {
  const relay = { canOpen: true, canStart: false, canEnd: false }
  answered([...[1, 2, 3].map((id) => item(id, { refusal })), item(4, { relay })])
  await open()
  expect(await screen.findAllByText(answer)).toHaveLength(1)
  expect(screen.queryByRole('heading', { name: 'Not right now' })).toBeNull()
})

test('far too many devices are all there', async () => {
  answered(Array.from({ length: 200 }, (_, n) => item(n + 1, { name: `${'Very '.repeat(11)}long ${n}` })))
  await open()
  const list = await screen.findByRole('list', { name: 'What your card works on' })
  expect(within(list).getAllByRole('listitem')).toHaveLength(200)
})

test('a failed load can be repeated', async () => {
  server.on(accessApi.listOwn, () => refuse('badInput'))
  const { user } = await open()
  await screen.findByText('This couldn’t be loaded')
  answered([item(1)])
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Device 1')).toBeTruthy()
})

test('what lacks a certificate names it, in a group for each, and leads to how it is had', async () => {
  const refusal = 'noCertificate' as const // the literal is wanted
  const laser = [{ id: 1, name: 'Laser induction' }]
  const both = [...laser, { id: 2, name: 'Fire' }]
  answered(
    [item(1)],
    [
      item(2, { refusal, missingCertificates: laser }),
      item(3, { refusal, missingCertificates: laser }),
      item(4, { refusal, missingCertificates: both }),
    ],
  )
  await open()
  const list = within(await screen.findByRole('region', { name: 'Not right now' }))
  list.getByRole('heading', { name: 'You need: Laser induction' })
  list.getByRole('heading', { name: 'You need: Laser induction, Fire' })
  list.getByText('Device 2, Device 3')
  const [link] = list.getAllByRole('link', { name: 'See how to get it' })
  expect(link?.getAttribute('href')).toBe('/account/training')
})
