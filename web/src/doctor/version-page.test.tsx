import { doctorApi, type VersionReport } from '@spacekeeper/contract/doctor/routes.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const show = (report: VersionReport, path = '/manage/version') => {
  const server = fakeServer()
  server.on(doctorApi.getVersion, () => report)
  server.on(doctorApi.getReport, () => ({ lines: [] }))
  return renderPortal({ path, server, profile: aProfile({ staffPermissions: ['settings'] }) })
}

test('the doctor’s page leads to the version, since when it runs, and what is new in it and those before', async () => {
  const notes = [
    { version: '1.4.2', lines: ['Backups are made every night.', 'Doors are quicker.'] },
    { version: '1.4.1', lines: ['The first version.'] },
  ]
  const { user } = await show({ version: '1.4.2', since: '2027-01-31T12:00:00.000Z', notes }, '/manage/doctor')
  await user.click(await screen.findByRole('link', { name: 'Version, and what is new' }))
  expect(await screen.findByText(/^This is Spacekeeper 1\.4\.2, since .*31.*\.$/)).toBeTruthy()
  const newest = within(screen.getByRole('region', { name: 'New in 1.4.2' }))
  expect(newest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(notes[0]?.lines)
  expect(screen.getByRole('region', { name: 'New in 1.4.1' })).toBeTruthy()
})

test('an installation without the list says so, and one that was never noted says no date', async () => {
  await show({ version: '1.4.2', since: null, notes: [] })
  expect(await screen.findByText('This is Spacekeeper 1.4.2.')).toBeTruthy()
  expect(screen.getByText('The list of what is new was not installed with it.')).toBeTruthy()
})
