import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { doors } from '@spacekeeper/contract/doors.ts'
import type { AccessItem } from '@spacekeeper/contract/doors.ts'
import type { Profile } from '@spacekeeper/contract/members.ts'
import type { SiteConfig } from '@spacekeeper/contract/site.ts'
import { visits } from '@spacekeeper/contract/visits.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
const door = (id: number, more: Partial<AccessItem> = {}): AccessItem => ({
  id,
  name: `Door ${id}`,
  access: true,
  locked_out: false,
  offline: false,
  granted: true,
  refusal: null,
  lastSeen: null,
  lockedOutSince: null,
  relay: null,
  ...more,
})
const aVisit = { id: 1, user_id: 1, signin_date: '2026-01-05T10:00:00.000Z', signout_date: null, guests: ['', ''] }
const site = (more: Partial<SiteConfig>): SiteConfig => ({ ...defaultSite, ...more })
const contact = { admin: 'desk@example.org', sysadmin: '', address: '' }

beforeEach(() => {
  server = fakeServer()
  server.on(visits.check, () => false as const)
  server.on(doors.permissions, () => ({ doors: [], interlocks: [] }))
})

const open = (profile: Partial<Profile> = {}, config: SiteConfig = defaultSite) =>
  renderPortal({ path: '/dashboard', server, profile: aProfile(profile), config })

test('signing in on site sends a place for each guest and shows at once', async () => {
  let answer = () => {}
  server.on(visits.signIn, () => new Promise<void>((resolve) => (answer = resolve)))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'One guest more' }))
  await user.click(screen.getByRole('button', { name: 'One guest more' }))
  await user.click(screen.getByRole('button', { name: 'Sign in on site' }))
  await screen.findByText(/^On site since/)
  screen.getByText('with 2 guests')
  await waitFor(() => expect(server.sentTo(visits.signIn)[0]?.body).toEqual({ guests: ['', ''] }))
  server.on(visits.check, () => aVisit)
  answer()
  await screen.findByRole('button', { name: 'Sign out' })
})

test('a refused sign-in takes the sign back and says why', async () => {
  server.on(visits.signIn, () => refuse('serverError'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign in on site' }))
  await screen.findByText(/You are not signed in on site\. Sorry/)
  expect(await screen.findByRole('button', { name: 'Sign in on site' })).toBeTruthy()
})

test('a refused sign-out leaves the visit as it was', async () => {
  server.on(visits.check, () => aVisit)
  server.on(visits.signOut, () => refuse('shuttingDown'))
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Sign out' }))
  await screen.findByText(/You are still signed in on site/)
  expect(await screen.findByText('with 2 guests')).toBeTruthy()
})

test('nobody brings fewer than no guests or more than twenty', async () => {
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
  ['somebody who has not paid', { state: 'inactive' }, 'Inactive', 'To pay, or if this is a mistake'],
  ['somebody suspended', { suspension }, 'Suspended', 'To talk about it, write to'],
  ['an account without membership', { state: 'accountonly' }, 'Account only', 'To become a member'],
])('%s reads what the state means and whom to write to', async (_, profile, word, step) => {
  await open(profile, site({ contact }))
  const card = within(await screen.findByRole('region', { name: 'Membership' }))
  card.getByText(word)
  card.getByText(new RegExp(step))
  expect(card.getByRole('link', { name: 'desk@example.org' }).getAttribute('href')).toBe('mailto:desk@example.org')
})

test('somebody suspended reads the reason that staff gave', async () => {
  await open({ suspension })
  expect(await screen.findByText('Their reason: The kiln was left on.')).toBeTruthy()
})

test('doors show their state; those that may not be used are left out', async () => {
  server.on(doors.permissions, () => ({
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
  server.on(doors.permissions, () => refuse('badInput'))
  const { user } = await open()
  await screen.findByText('This could not be loaded')
  server.on(doors.permissions, () => ({ doors: [door(1)], interlocks: [] }))
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('region', { name: 'Your doors' })).toBeTruthy()
})

test('people on site are shown only where the site wants it', async () => {
  server.on(visits.listOnSite, () => ({
    count: 8,
    people: Array.from({ length: 8 }, (_, n) => ({
      name: `Person ${n}`,
      since: aVisit.signin_date,
      guests: n % 2,
      isHidden: n === 0,
    })),
  }))
  const { user } = await open({}, site({ features: { ...defaultSite.features, enableMembersOnSite: true } }))
  await screen.findByText('8 on site now')
  expect(screen.queryByText('Person 7')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'See all' }))
  screen.getByText('Person 7')
})

test('who looks after members sees the people on site without a membership of his own', async () => {
  server.on(visits.listOnSite, () => ({ count: 0, people: [] }))
  const config = site({ features: { ...defaultSite.features, enableMembersOnSite: true } })
  await open({ state: 'inactive', memberStatus: 'inactive', staffPermissions: ['members'] }, config)
  expect(await screen.findByText('Nobody is on site now')).toBeTruthy()
})

test('cards of the site lead out, within, or nowhere', async () => {
  const text = { description: '', btn_text: '' }
  const homepageCards = [
    { ...text, title: 'Wiki', url: 'https://wiki.example.org' },
    { ...text, title: 'Swipes', routerLink: { name: 'recentSwipes' } },
    { ...text, title: 'Gone', routerLink: { name: 'noSuchPage' } },
    { ...text, title: 'Bad', url: 'javascript:alert(1)' },
    { ...text, title: 'Many', links: [{ url: 'https://a.example.org', btn_text: 'First' }] },
  ]
  await open({}, site({ homepageCards }))
  const cards = within(await screen.findByRole('region', { name: 'Useful links' }))
  expect(cards.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    'https://wiki.example.org',
    '/tools/swipes/recent',
    'https://a.example.org',
  ])
  cards.getByText('Gone')
})
