import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const config = { ...defaultSite, contact: { ...defaultSite.contact, admin: 'hello@example.org' } }

test('a page that a member may not see says so, who to ask, and the way home', async () => {
  await renderPortal({ path: '/error/403', server: fakeServer(), profile: aProfile(), config })
  expect(await screen.findByRole('heading', { name: 'You do not have permission to see this page' })).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toEqual(expect.arrayContaining(['mailto:hello@example.org', '/dashboard']))
})

test('a member who opens a page of staff is led here', async () => {
  const { router } = await renderPortal({ path: '/manage/members', server: fakeServer(), profile: aProfile(), config })
  expect(await screen.findByRole('heading', { name: 'You do not have permission to see this page' })).toBeTruthy()
  expect(router.state.location.pathname).toBe('/error/403')
})

test('without an address to ask, and without a login, it leads to the login', async () => {
  await renderPortal({ path: '/error/403', server: fakeServer() })
  const heading = await screen.findByRole('heading', { name: 'You do not have permission to see this page' })
  const card = within(heading.parentElement ?? document.body)
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login'])
})
