import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { AccessItem } from '@spacekeeper/contract/access/shapes.ts'
import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import type { SiteConfig } from '@spacekeeper/contract/home/shapes.ts'
import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import type { Output } from '@spacekeeper/contract/route.ts'
import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import { visitsApi } from '@spacekeeper/contract/visits/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { refreshTopic } from '#platform/live/topics.ts'
import { defaultSite } from '#platform/session/site.ts'
import { anAccessItem } from '../access/access-item.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

const door = (id: number, more: Partial<AccessItem> = {}) =>
  anAccessItem(id, { name: `Door ${id}`, lastSeen: null, ...more })

const aVisit = { id: 1, user_id: 1, signin_date: '2026-01-05T10:00:00.000Z', signout_date: null, guests: ['', ''] }

const site = (more: Partial<SiteConfig>): SiteConfig => ({ ...defaultSite, ...more })

const contact = { admin: 'desk@example.org', sysadmin: '', address: '' }

beforeEach(() => {
  server = fakeServer()
  server.on(visitsApi.check, () => false as const)
  server.on(accessApi.listOwn, () => ({ doors: [], interlocks: [] }))
})

const open = (profile: Partial<Profile> = {}, config: SiteConfig = defaultSite) =>
  renderPortal({ path: '/dashboard', server, profile: aProfile(profile), config })

test('signing in on site sends a place for each guest and shows at once', async () => {
  let answer = () => {}
  server.on(visitsApi.signIn, () => new Promise<void>((resolve) => (answer = resolve)))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'One guest more' }))
  await user.click(screen.getByRole('button', { name: 'One guest more' }))
  await user.click(screen.getByRole('button', { name: 'Sign in on site' }))
  await screen.findByText(/^On site since/)
  screen.getByText('with 2 guests')
  await waitFor(() => expect(server.sentTo(visitsApi.signIn)[0]?.body).toEqual({ guests: ['', ''] }))
  server.on(visitsApi.check, () => aVisit)
  answer()
  await screen.findByRole('button', { name: 'Sign out' })
})

test('where the visit is not known it says so, and is asked for again', async () => {
  server.on(visitsApi.check, () => refuse('serverError'))
  const { user } = await open()
  await screen.findByText('We can’t tell whether you are signed in on site')
  expect(screen.queryByText('You are not signed in on site.')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Sign in on site' })).toBeNull()
  server.on(visitsApi.check, () => aVisit)
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('with 2 guests')
})

test('what was last known of the visit stays, with its age', async () => {
  server.on(visitsApi.check, () => aVisit)
  const { client } = await open()
  await screen.findByText('with 2 guests')
  server.on(visitsApi.check, () => refuse('serverError'))
  await refreshTopic(client, 'visits')
  expect(await screen.findByText(/^Last known at .* We can’t check right now\.$/)).toBeTruthy()
  expect(screen.getByText('with 2 guests')).toBeTruthy()
})

test.each<[string, Partial<Profile>]>([
  ['suspended', { suspension: { since: '2026-01-05T10:00:00.000Z', reason: '' } }],
  ['inactive', { state: 'inactive' }],
  ['new', { state: 'noob' }],
  ['without a membership', { state: 'accountonly' }],
])('a member %s is not invited to sign in on site', async (_, profile) => {
  await open(profile)
  await screen.findByRole('heading', { name: /^Good (morning|afternoon|evening), Bo$/ })
  expect(screen.queryByRole('button', { name: 'Sign in on site' })).toBeNull()
})

test('a refused sign-in takes the sign back and says why', async () => {
  server.on(visitsApi.signIn, () => refuse('serverError'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign in on site' }))
  await screen.findByText(/You are not signed in on site\. Sorry/)
  expect(await screen.findByRole('button', { name: 'Sign in on site' })).toBeTruthy()
})

test('a refused sign-out leaves the visit as it was', async () => {
  server.on(visitsApi.check, () => aVisit)
  server.on(visitsApi.signOut, () => refuse('shuttingDown'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await screen.findByText(/You are still signed in on site/)
  expect(await screen.findByText('with 2 guests')).toBeTruthy()
})

test('a member brings from no guests to twenty', async () => {
  const { user } = await open()
  const more = await screen.findByRole('button', { name: 'One guest more' })
  expect(screen.getByRole('button', { name: 'One guest fewer' })).toHaveProperty('disabled', true)
  for (let guest = 0; guest < 20; guest++) await user.click(more)
  expect(more).toHaveProperty('disabled', true)
})

test('without site sign-in there is a greeting and no button', async () => {
  await open({}, site({ features: { ...defaultSite.features, enableSiteSignIn: false } }))
  await screen.findByRole('heading', { name: /^Good (morning|afternoon|evening), Bo$/ })
  expect(screen.queryByRole('button', { name: 'Sign in on site' })).toBeNull()
})

const suspension = { since: '2026-11-02T10:00:00.000Z', reason: 'The kiln was left on.' }

test.each<[string, Partial<Profile>, string, string]>([
  ['a new member', { state: 'noob' }, 'New', 'To get started, write to'],
  [
    'a member who has not paid',
    { state: 'inactive', inactivity: { by: 'plan', reason: '' } },
    'Inactive',
    'To pay, or if this is a mistake',
  ],
  ['a member whom staff made inactive', { state: 'inactive' }, 'Inactive', 'To become active again, write to'],
  ['a suspended member', { suspension }, 'Suspended', 'To talk about it, write to'],
  ['an account without membership', { state: 'accountonly' }, 'Account only', 'To become a member'],
])('%s reads what the state means and whom to write to', async (_, profile, word, step) => {
  await open(profile, site({ contact }))
  const card = within(await screen.findByRole('region', { name: 'Membership' }))
  card.getByText(word)
  card.getByText(new RegExp(step))
  expect(card.getByRole('link', { name: 'desk@example.org' }).getAttribute('href')).toBe('mailto:desk@example.org')
})

test('a suspended member reads the reason that staff gave', async () => {
  await open({ suspension })
  expect(await screen.findByText('Their reason: The kiln was left on.')).toBeTruthy()
})

test('a membership that staff made inactive says so in their words, and of no payment', async () => {
  await open({ state: 'inactive', inactivity: { by: 'staff', reason: 'Moving to Perth.' } })
  await screen.findByText('Staff’s reason: Moving to Perth.')
  expect(screen.queryByText(/payment/)).toBeNull()
})

test('what works once signed in is one quiet block, and a running machine is there with its Stop', async () => {
  const refusal = 'notSignedIn' as const
  const use = { since: '2026-01-05T10:00:00.000Z', isOwn: true, name: null }
  server.on(accessApi.listOwn, () => ({
    doors: [door(1), door(2, { refusal }), door(3, { refusal })],
    interlocks: [door(4, { use, relay: { canOpen: false, canStart: false, canEnd: true } })],
  }))
  await open()
  const card = within(await screen.findByRole('region', { name: 'Your doors and machines' }))
  card.getByRole('heading', { name: '2 more work as soon as you sign in' })
  card.getByText('Door 2, Door 3')
  expect(screen.getAllByRole('button', { name: 'Sign in on site' })).toHaveLength(1)
  expect(card.getAllByText(/^In use by you since/).length).toBeGreaterThan(0)
  expect(card.getAllByRole('button', { name: 'Stop Door 4' }).length).toBeGreaterThan(0)
})

test('who has no card yet reads that at home, before anything is granted', async () => {
  server.on(accessApi.listOwn, () => ({ doors: [door(1, { access: false, refusal: 'noCard' })], interlocks: [] }))
  await open()
  expect(await screen.findByRole('heading', { name: 'You don’t have a card yet' })).toBeTruthy()
})

test('doors show their state; those that may not be used are left out', async () => {
  server.on(accessApi.listOwn, () => ({
    doors: [door(1), door(2, { offline: true }), door(3, { access: false, granted: false, refusal: 'noGrant' })],
    interlocks: [door(4, { refusal: 'lockedOut', locked_out: true })],
  }))
  await open()
  const card = within(await screen.findByRole('region', { name: 'Your doors and machines' }))
  expect(card.getAllByText('Ready').length).toBeGreaterThan(0)
  expect(card.getAllByText('Offline').length).toBeGreaterThan(0)
  expect(card.getAllByText('Locked for everyone').length).toBeGreaterThan(0)
  expect(card.queryByText('Door 3')).toBeNull()
})

test('doors that cannot be loaded say so and can be asked for again', async () => {
  server.on(accessApi.listOwn, () => refuse('badInput'))
  const { user } = await open()
  await screen.findByText('This couldn’t be loaded')
  server.on(accessApi.listOwn, () => ({ doors: [door(1)], interlocks: [] }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Your doors' })).toBeTruthy()
})

test('people on site are shown only where the site wants it', async () => {
  server.on(visitsApi.listOnSite, () => ({
    count: 8,
    guests: 4,
    visitorCount: 0,
    visitors: [],
    people: Array.from({ length: 8 }, (_, n) => ({
      name: `Person ${n}`,
      memberId: null,
      since: aVisit.signin_date,
      guests: n % 2,
      isHidden: n === 0,
    })),
  }))
  const { user } = await open({}, site({ features: { ...defaultSite.features, enableMembersOnSite: true } }))
  await screen.findByText('8 members and 4 guests on site now')
  expect(screen.queryByText('Person 7')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'See all' }))
  screen.getByText('Person 7')
})

test('staff for members see the people on site without a membership of their own', async () => {
  server.on(visitsApi.listOnSite, () => ({ count: 0, guests: 0, people: [], visitorCount: 0, visitors: [] }))
  const config = site({ features: { ...defaultSite.features, enableMembersOnSite: true } })
  await open({ state: 'inactive', memberStatus: 'inactive', staffPermissions: ['members'] }, config)
  expect(await screen.findByText('No one is on site now')).toBeTruthy()
})

test('cards of the site lead out, within, or nowhere', async () => {
  const text = { description: '', btn_text: '' }
  const homepageCards = [
    { ...text, title: 'Wiki', url: 'https://wiki.example.org' },
    { ...text, title: 'Swipes', routerLink: { name: 'recentSwipes' } },
    { ...text, title: 'Access', routerLink: { name: 'checkAccess' } },
    { ...text, title: 'Access of before', routerLink: { name: 'accessPermissions' } },
    { ...text, title: 'Identity', routerLink: { name: 'digitalId' } },
    { ...text, title: 'Gone', routerLink: { name: 'noSuchPage' } },
    { ...text, title: 'Bad', url: 'javascript:alert(1)' },
    { ...text, title: 'Many', links: [{ url: 'https://a.example.org', btn_text: 'First' }] },
  ]
  await open({}, site({ homepageCards }))
  const cards = within(await screen.findByRole('region', { name: 'Useful links' }))
  expect(cards.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://wiki.example.org',
    '/tools/swipes/recent',
    '/account/access',
    '/account/access',
    '/account/digital-id',
    'https://a.example.org',
  ])
  cards.getByText('Gone')
})

test('a shared screen does not ask for the next steps, which the portal would refuse it', async () => {
  server.on(homeApi.getNextSteps, () => refuse('notOnKiosk'))
  await open({}, site({ kiosk: 'authorised' }))
  await waitFor(() => expect(server.sentTo(accessApi.listOwn)).not.toHaveLength(0))
  expect(server.sentTo(homeApi.getNextSteps)).toEqual([])
})

test('cards stay where they stand: those below the visitors come once it is known whether visitors are here', async () => {
  const vera = { id: 1, code: 'vera', name: 'Vera Vogel', note: '', expectedOn: null, arrivedAt: aVisit.signin_date }
  let answer = () => {}
  server.on(
    visitorsApi.listOwn,
    () =>
      new Promise<Output<typeof visitorsApi.listOwn>>((resolve) => {
        answer = () => resolve({ here: [vera], expected: [] })
      }),
  )
  await open({}, site({ features: { ...defaultSite.features, enableVisitors: true } }))
  await screen.findByRole('heading', { name: 'Your membership is active' })
  expect(screen.queryByRole('region', { name: 'Report a problem' })).toBeNull()
  answer()
  const visitor = await screen.findByText('Vera Vogel')
  const card = await screen.findByRole('region', { name: 'Report a problem' })
  expect(visitor.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
