import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import type { ListedVisitor, OwnVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const own: OwnVisitor = {
  id: 3,
  code: 'abcdefghijkm',
  name: 'Robin Hood',
  note: '',
  expectedOn: null,
  arrivedAt: '2026-11-23T10:00:00.000Z',
}

const listed: ListedVisitor = {
  ...own,
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

test('a member announces a visitor, and reads what is wrong', async () => {
  let expected: OwnVisitor[] = []
  server.on(visitorsApi.listOwn, () => ({ here: [own], expected }))
  const sent: unknown[] = []
  server.on(visitorsApi.expect, ({ body }) => {
    sent.push(body)
    expected = [{ ...own, id: 4, name: 'Hana', arrivedAt: null, expectedOn: '2026-11-30' }]
    return { code: 'abcdefghijkn' }
  })
  const { user } = await renderPortal({ path: '/account/visitors', server, profile: aProfile(), config })
  await user.click(await screen.findByRole('button', { name: 'Expect a visitor' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Expect a visitor' }))
  expect(await within(dialog).findByText('Enter a day.')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Their name'), 'Hana')
  await user.type(within(dialog).getByLabelText('Day'), '2026-11-30')
  await user.click(within(dialog).getByRole('button', { name: 'Expect a visitor' }))
  expect(await screen.findByRole('button', { name: 'Cancel visit of Hana' })).toBeTruthy()
  expect(sent).toEqual([{ name: 'Hana', expectedOn: '2026-11-30', email: '', note: '' }])
})
