import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import type { ListedVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const listed: ListedVisitor = {
  id: 3,
  code: 'abcdefghijkm',
  name: 'Robin Hood',
  note: '',
  expectedOn: null,
  arrivedAt: '2026-11-23T10:00:00.000Z',
  email: 'robin@example.org',
  leftAt: null,
  host: { id: 7, name: 'Tess Tinker' },
  agreed: [{ title: 'For visitors', version: 2 }],
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableVisitors: true } }

test('staff see who is here, with host and agreement, and sign a visitor out', async () => {
  const asked: unknown[] = []
  server.on(visitorsApi.list, ({ query }) => {
    asked.push(query)
    return { visitors: [listed], total: 1 }
  })
  const left: unknown[] = []
  server.on(visitorsApi.signOut, ({ params }) => void left.push(params))
  const profile = aProfile({ staffPermissions: ['members'] })
  const { user } = await renderPortal({ path: '/manage/visitors', server, profile, config })
  const list = await screen.findByRole('list', { name: 'Visitors' })
  within(list).getByRole('link', { name: 'Tess Tinker' })
  within(list).getByText(/robin@example.org · For visitors, version 2/)
  await user.click(screen.getByRole('button', { name: 'Sign out Robin Hood' }))
  expect(await screen.findByText('Robin Hood is signed out')).toBeTruthy()
  expect(left).toEqual([{ visitorId: '3' }])
  await user.click(screen.getByRole('radio', { name: 'All' }))
  await user.type(screen.getByRole('searchbox'), 'rob')
  await expect.poll(() => asked.at(-1)).toMatchObject({ list: 'past', text: 'rob' })
})

test('an empty list says what would be here', async () => {
  server.on(visitorsApi.list, () => ({ visitors: [], total: 0 }))
  const profile = aProfile({ staffPermissions: ['members'] })
  await renderPortal({ path: '/manage/visitors', server, profile, config })
  expect(await screen.findByText('No visitors today')).toBeTruthy()
})
