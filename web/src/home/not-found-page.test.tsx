import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

test.each(['/error/404', '/nowhere/at/all'])('%s says that there is no such page, and the way home', async (path) => {
  await renderPortal({ path, server: fakeServer(), profile: aProfile() })
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toContain('/dashboard')
})

test('a stranger at an address that leads nowhere is led to the login', async () => {
  await renderPortal({ path: '/error/404', server: fakeServer() })
  const heading = await screen.findByRole('heading', { name: 'This page does not exist' })
  const card = within(heading.parentElement ?? document.body)
  expect(card.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/login'])
})
