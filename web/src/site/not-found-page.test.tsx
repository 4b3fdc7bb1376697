import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

test.each(['/error/404', '/nowhere/at/all'])('%s says that there is no such page, and the way home', async (path) => {
  await renderPortal({ path, server: fakeServer(), profile: aProfile() })
  expect(await screen.findByRole('heading', { name: 'This page does not exist' })).toBeTruthy()
  const ways = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(ways).toContain('/dashboard')
})
