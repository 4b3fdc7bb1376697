import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Profile } from '@spacekeeper/contract/members.ts'
import { fakeServer } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

const config = { ...defaultSite, contact: { ...defaultSite.contact, admin: 'hello@example.org' } }
const open = (profile: Partial<Profile>) =>
  renderPortal({ path: '/error/403MemberOnly', server: fakeServer(), profile: aProfile(profile), config })
const heading = 'You must be an active member to see this page'

test.each(['inactive', 'noob', 'accountonly'] as const)(
  'whoever is %s reads that the page is for active members, and whom to write to',
  async (state) => {
    await open({ state })
    expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '')
    expect(ways.some((way) => way.startsWith('mailto:hello@example.org'))).toBe(true)
  },
)

test('whoever staff keep out reads their reason', async () => {
  const suspension = { since: '2026-01-05T10:00:00.000Z', reason: 'Left the laser running.' }
  await open({ state: 'inactive', suspension })
  expect(await screen.findByText('Their reason: Left the laser running.')).toBeTruthy()
})

test('whoever is active again reads that he can go back', async () => {
  await open({ state: 'active' })
  expect(await screen.findByText(/^Your membership is active now/)).toBeTruthy()
})
