import { visitorsApi } from '@spacekeeper/contract/visitors/routes.ts'
import type { OwnVisitor } from '@spacekeeper/contract/visitors/shapes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const robin: OwnVisitor = {
  id: 3,
  code: 'abcdefghijkm',
  name: 'Robin Hood',
  note: '',
  expectedOn: null,
  arrivedAt: '2026-11-23T10:00:00.000Z',
}
const hana: OwnVisitor = { ...robin, id: 4, name: 'Hana', note: 'By train', arrivedAt: null, expectedOn: '2026-11-30' }

let server: ReturnType<typeof fakeServer>
let here: OwnVisitor[]
let expected: OwnVisitor[]
beforeEach(() => {
  server = fakeServer()
  here = [robin]
  expected = []
  server.on(visitorsApi.listOwn, () => ({ here, expected }))
})

const config = { ...defaultSite, features: { ...defaultSite.features, enableVisitors: true } }
const open = (profile = aProfile()) => renderPortal({ path: '/account/visitors', server, profile, config })

test('a member announces a visitor, and reads what is wrong', async () => {
  server.on(visitorsApi.expect, () => {
    expected = [hana]
    return { code: 'abcdefghijkn' }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Expect a visitor' }))
  const dialog = await screen.findByRole('dialog')
  await user.click(within(dialog).getByRole('button', { name: 'Expect a visitor' }))
  expect(await within(dialog).findByText('Enter a day such as 2026-03-31.')).toBeTruthy()
  await user.type(within(dialog).getByLabelText('Their name'), 'Hana')
  await user.type(within(dialog).getByLabelText('Day'), '2099-11-30')
  await user.click(within(dialog).getByRole('button', { name: 'Expect a visitor' }))
  expect(await screen.findByRole('button', { name: 'Cancel visit of Hana' })).toBeTruthy()
  expect(server.sentTo(visitorsApi.expect)[0]?.body).toEqual({
    name: 'Hana',
    expectedOn: '2099-11-30',
    email: '',
    note: '',
  })
})

test('a member without visitors reads what would be here; one who is not active announces none', async () => {
  here = []
  await open(aProfile({ state: 'inactive' }))
  expect(await screen.findByText('No visitors yet')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Expect a visitor' })).toBeNull()
})

test('a visitor is signed out, and another one’s visit is called off after a question', async () => {
  expected = [hana]
  server.on(visitorsApi.signOut, () => {
    here = []
  })
  server.on(visitorsApi.cancel, () => {
    expected = []
  })
  const { user } = await open()
  expect(await screen.findByText(/By train/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sign out Robin Hood' }))
  expect(await screen.findByText('None of your visitors is on site.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel visit of Hana' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the visit of Hana?' }))
  await user.click(dialog.getByRole('button', { name: 'Cancel visit' }))
  expect(await screen.findByText('No visitors yet')).toBeTruthy()
  expect(server.sentTo(visitorsApi.cancel)[0]?.params).toEqual({ visitorId: '4' })
})

test('an invitation is shown with the address that signs its visitor in', async () => {
  expected = [hana]
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Invitation for Hana' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Invitation for Hana' }))
  expect(dialog.getByText(/\?invitation=abcdefghijkm$/)).toBeTruthy()
})
