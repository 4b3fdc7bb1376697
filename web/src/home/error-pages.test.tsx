import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { screen } from '@testing-library/react'
import { test, expect } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

const config = { ...defaultSite, contact: { ...defaultSite.contact, admin: 'hello@example.org' } }

test('a page that a member may not see says so, whom to ask, and the way home', async () => {
  await renderPortal({ path: '/error/403', server: fakeServer(), profile: aProfile(), config })
  expect(await screen.findByRole('heading', { name: 'You do not have permission to see this page' })).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(expect.arrayContaining(['mailto:hello@example.org', '/dashboard']))
})

const openMemberOnly = (profile: Partial<Profile>) =>
  renderPortal({ path: '/error/403MemberOnly', server: fakeServer(), profile: aProfile(profile), config })

const heading = 'You must be an active member to see this page'

test.each(['inactive', 'noob', 'accountonly'] as const)(
  'a member who is %s reads that the page is for active members, and whom to write to',
  async (state) => {
    await openMemberOnly({ state })
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(ways.some((way) => way.startsWith('mailto:hello@example.org'))).toBe(true)
  },
)

test('a suspended member reads the reason', async () => {
  const suspension = { since: '2026-01-05T10:00:00.000Z', reason: 'Left the laser running.' }
  await openMemberOnly({ state: 'inactive', suspension })
  expect(await screen.findByText('Their reason: Left the laser running.')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Staff have suspended your membership' })).toBeTruthy()
})

test('a member who is active again reads that they can go back', async () => {
  await openMemberOnly({ state: 'active' })
  expect(await screen.findByText(/^Your membership is active now/)).toBeTruthy()
})

test.each(['/error/404', '/nowhere/at/all'])('%s says that there is no such page, and the way home', async (path) => {
  await renderPortal({ path, server: fakeServer(), profile: aProfile() })
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toContain('/dashboard')
})
