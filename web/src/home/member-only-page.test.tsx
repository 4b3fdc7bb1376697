import type { Profile } from '@spacekeeper/contract/profile/shapes.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const config = { ...defaultSite, contact: { ...defaultSite.contact, admin: 'hello@example.org' } }

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
