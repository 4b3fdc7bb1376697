import { doctorApi } from '@spacekeeper/contract/doctor/routes.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'

const openDoctor = async (siteUrl: string) => {
  const server = fakeServer()
  server.on(doctorApi.getReport, () => ({ lines: [] }))
  const profile = aProfile({ admin: true, staffPermissions: ['settings'] })
  await renderPortal({ path: '/manage/doctor', server, profile, config: { ...defaultSite, siteUrl } })
  await screen.findByText('All is well.')
}

test('staff read that the portal calls itself by another address than they use, with the guide that helps', async () => {
  await openDoctor('https://old.example.org')
  expect(screen.getByText(/^This leads to https:\/\/old\.example\.org, but you opened the portal at /)).toBeDefined()
  expect(screen.getByRole('link', { name: 'Behind a web server' }).getAttribute('href')).toBe(
    '/help/behind-a-web-server',
  )
})

test('they read that localhost is no address for others', async () => {
  await openDoctor('http://localhost:8000')
  expect(screen.getByText(/which only opens on the portal’s own machine/)).toBeDefined()
})

test('nothing is said while the address is not known', async () => {
  await openDoctor('')
  expect(screen.queryByText(/^This leads to/)).toBeNull()
})
