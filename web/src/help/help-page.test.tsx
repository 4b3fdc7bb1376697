import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

test('help lists the guides by the readers they are written for, and opens one', async () => {
  const { user } = await renderPortal({ path: '/help', server, profile: aProfile() })
  const members = await screen.findByRole('region', { name: 'For members' })
  expect(within(members).getAllByRole('link', { name: 'Proxies' })).toHaveLength(1)
  const administrators = screen.getByRole('region', { name: 'For administrators' })
  await user.click(within(administrators).getByRole('link', { name: 'Backup and restore' }))
  await screen.findByRole('heading', { name: 'Backup and restore', level: 2 })
})

test('words are found in titles first and then in texts, with the part where they stand', async () => {
  const { user } = await renderPortal({ path: '/help', server, profile: aProfile() })
  const field = await screen.findByRole('searchbox', { name: 'Find in the guides' })
  await user.click(field)
  await user.paste('burned nothing of this kind')
  await screen.findByRole('heading', { name: 'No guide has these words' })
  await user.clear(field)
  await user.paste('useradd')
  const found = await screen.findByRole('region', { name: '2 guides' })
  expect(within(found).getByRole('link', { name: 'First hour on a small computer' }).getAttribute('href')).toBe(
    '/help/small-computer#install',
  )
})

test('a guide is found by its title as well, links to others, and an unknown one says so', async () => {
  const { router } = await renderPortal({ path: '/help/running-the-portal', server, profile: aProfile() })
  await screen.findByRole('heading', { name: 'Running the portal', level: 2 })
  expect(screen.getAllByRole('link', { name: 'Metrics' })[0]?.getAttribute('href')).toBe('/help/metrics')
  await router.navigate({ to: '/help/$guide', params: { guide: 'nothing' } })
  await screen.findByRole('heading', { name: 'There is no such guide' })
})
