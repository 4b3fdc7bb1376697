import { membersApi } from '@spacekeeper/contract/members/routes.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../../portal.testing.tsx'
import { aBulkAction } from './member-list.testing.ts'

const { at } = aBulkAction()

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
})

const open = (path = '/manage/members/bulk') =>
  renderPortal({ path, server, profile: aProfile({ staffPermissions: ['members', 'access'] }) })

test('bulk changes say who did what, and an undone one has no undo button', async () => {
  const undone = { at, by: 'Bo', count: 2, left: 0 }
  server.on(membersApi.listBulkActions, () => ({
    actions: [
      aBulkAction(),
      aBulkAction({ id: 3, kind: 'grant', by: null, count: 2, devices: ['Kiln', 'Laser'], undone }),
      aBulkAction({ id: 2, kind: 'requireUpdate', count: 1 }),
    ],
  }))
  await open()
  const rows = (await screen.findAllByRole('listitem')).map((row) => within(row))
  expect(rows[0]?.getByText('Made 240 new accounts members')).toBeTruthy()
  expect(rows[0]?.getByText(/^Ada Okafor, .*Jan/)).toBeTruthy()
  expect(rows[1]?.getByText('Gave Kiln and Laser to 2 members')).toBeTruthy()
  expect(rows[1]?.getByText(/^The portal, /)).toBeTruthy()
  expect(rows[1]?.getByText(/^Undone by Bo, /)).toBeTruthy()
  expect(rows[2]?.getByText('Asked one member to review their details')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /^Undo/ }).map((one) => one.getAttribute('aria-label'))).toEqual([
    'Undo: Made 240 new accounts members',
    'Undo: Asked one member to review their details',
  ])
})

test('what was undone for some says so, and staff with more rights undo the rest', async () => {
  let action = aBulkAction({ count: 14, undone: { at, by: 'Kim Clerk', count: 12, left: 2 } })
  server.on(membersApi.listBulkActions, () => ({ actions: [action] }))
  server.on(membersApi.previewUndo, () => ({
    ...action,
    reverts: { count: 2, names: ['Mo Money', 'Nan Okafor'], more: 0 },
    changedSince: 0,
  }))
  server.on(membersApi.undoBulkAction, () => {
    action = { ...action, undone: { at, by: 'Ada Okafor', count: 14, left: 0 } }
    return { reverted: 2, changedSince: 0 }
  })
  const { user } = await open()
  expect(await screen.findByText(/^Undone for 12 of 14 by Kim Clerk, /)).toBeTruthy()
  const rest = screen.getByRole('button', { name: 'Undo: Made 14 new accounts members' })
  expect(rest.textContent).toBe('Undo the rest')
  await user.click(rest)
  expect(await screen.findByText('It is undone for 2 members: Mo Money, Nan Okafor.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo for 2 members' }))
  expect(await screen.findByText(/^Undone by Ada Okafor/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('staff who may change none of those left read that there is nothing they can undo', async () => {
  const action = aBulkAction({ count: 14, undone: { at, by: 'Kim Clerk', count: 12, left: 2 } })
  server.on(membersApi.listBulkActions, () => ({ actions: [action] }))
  server.on(membersApi.previewUndo, () => ({
    ...action,
    reverts: { count: 0, names: [], more: 0 },
    changedSince: 0,
    outranked: 2,
  }))
  await open('/manage/members/bulk?undo=4')
  expect(await screen.findByText('2 have more rights than you and stay as they are.')).toBeTruthy()
  const dialog = within(screen.getByRole('dialog', { name: 'Undo this change?' }))
  expect(dialog.getByRole('button', { name: 'Undo' }).hasAttribute('disabled')).toBe(true)
})

test('without bulk changes the list says so', async () => {
  server.on(membersApi.listBulkActions, () => ({ actions: [] }))
  await open()
  expect(await screen.findByText('No bulk changes in the last 30 days')).toBeTruthy()
})
