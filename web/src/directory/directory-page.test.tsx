import { directoryApi } from '@spacekeeper/contract/directory/routes.ts'
import type { DirectoryOverview } from '@spacekeeper/contract/directory/shapes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const empty: DirectoryOverview = {
  isOn: false,
  isOpen: null,
  message: '',
  changedAt: null,
  lastOpenAt: null,
  nextOpening: null,
  sensors: [],
  hints: ['off', 'noLocation', 'noContact', 'unknownState'],
  address: 'http://localhost:8000/api/spacedirectory/',
  badgeAddress: 'http://localhost:8000/api/spacedirectory/badge.svg',
  preview: '{ "space": "Riverbend" }',
}

let server: ReturnType<typeof fakeServer>
let overview: DirectoryOverview
beforeEach(() => {
  server = fakeServer()
  overview = empty
  server.on(directoryApi.getOverview, () => overview)
})

const open = () =>
  renderPortal({ path: '/manage/directory', server, profile: aProfile({ staffPermissions: ['devices', 'settings'] }) })

test('the space is marked as open, and that can be taken back', async () => {
  server.on(directoryApi.setState, ({ body }) => {
    overview = { ...overview, ...body, changedAt: new Date().toISOString() }
  })
  const { user } = await open()
  expect(await screen.findByText('Not known whether the space is open')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Mark as open' }))
  expect(await screen.findByText('The space is open')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Mark as open' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(overview.isOpen).toBeNull())
})

test('a message is saved beside it, and one that is too long is refused at its field', async () => {
  server.on(directoryApi.setState, ({ body }) => {
    overview = { ...overview, ...body }
  })
  const { user } = await open()
  await user.click(await screen.findByRole('button', { name: 'Change message' }))
  const field = within(await screen.findByRole('dialog')).getByLabelText('Message')
  await user.click(field)
  await user.paste('x'.repeat(201))
  await user.click(screen.getByRole('button', { name: 'Save message' }))
  expect(await screen.findByText('Must be at most 200 characters.')).toBeTruthy()
  await user.clear(field)
  await user.type(field, 'Ring the bell')
  await user.click(screen.getByRole('button', { name: 'Save message' }))
  expect(await screen.findByText('Message: Ring the bell')).toBeTruthy()
})

test('what is missing leads to its setting', async () => {
  await open()
  expect(await screen.findByText('Not published')).toBeTruthy()
  const links = screen.getAllByRole('link', { name: /^Change: / }).map((link) => link.getAttribute('href'))
  expect(links).toEqual([
    '/manage/settings#SPACE_DIRECTORY_LOCATION_LAT',
    '/manage/settings#SPACE_DIRECTORY_CONTACT_EMAIL',
  ])
  expect(screen.queryByRole('img')).toBeNull()
})

test('once it is published, its address and the badge can be copied', async () => {
  overview = { ...empty, isOn: true, hints: [] }
  await open()
  expect(await screen.findByText('http://localhost:8000/api/spacedirectory/')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'The badge as other sites show it' })).toBeTruthy()
  expect(screen.getByText('Nothing is missing.')).toBeTruthy()
})

test('a sensor is renamed and removed', async () => {
  const sensor = { id: 7, kind: 'temperature', name: 'Lab', location: 'Electronics lab', reading: '21.5 °C' }
  overview = { ...empty, sensors: [{ ...sensor, reportedAt: new Date().toISOString() }] }
  server.on(directoryApi.renameSensor, () =>
    refuse('badInput', { fields: [{ field: 'name', message: 'Another sensor has this name.' }] }),
  )
  server.on(directoryApi.removeSensor, () => {
    overview = empty
  })
  const { user } = await open()
  expect(await screen.findByText(/21\.5 °C/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Rename Lab' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('Another sensor has this name.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(screen.getByRole('button', { name: 'Remove Lab' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
  expect(await screen.findByText(/No sensor has reported yet/)).toBeTruthy()
})
