import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

test('a page that somebody may not see says so, whom to ask, and the way home', async () => {
  const config = { ...defaultSite, contact: { ...defaultSite.contact, admin: 'hello@example.org' } }
  await renderPortal({ path: '/error/403', server: fakeServer(), profile: aProfile(), config })
  expect(await screen.findByRole('heading', { name: 'You do not have permission to see this page' })).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(expect.arrayContaining(['mailto:hello@example.org', '/dashboard']))
})
