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
  const { user } = await show(
    { version: '1.4.2', since: '2027-01-31T12:00:00.000Z', newest: null, notes },
    '/manage/doctor',
  )
  await user.click(await screen.findByRole('link', { name: 'Version, and what is new' }))
  expect(await screen.findByText(/^This is Spacekeeper 1\.4\.2, since .*31.*\.$/)).toBeTruthy()
  const newest = within(screen.getByRole('region', { name: 'New in 1.4.2' }))
  expect(newest.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(notes[0]?.lines)
  expect(screen.getByRole('region', { name: 'New in 1.4.1' })).toBeTruthy()
})

test('an installation without the list says so, and one that was never noted says no date', async () => {
  await show({ version: '1.4.2', since: null, newest: null, notes: [] })
  expect(await screen.findByText('This is Spacekeeper 1.4.2.')).toBeTruthy()
  expect(screen.getByText('The list of what is new was not installed with it.')).toBeTruthy()
})

const newest = { askedAt: '2027-02-01T12:00:00.000Z', version: '1.5.0', page: null, isNewer: true, fault: null }

test('a newer version is named, with the guide that shows how to update and where it says what is new', async () => {
  const page = 'https://example.org/releases/1.5.0'
  await show({ version: '1.4.2', since: null, newest: { ...newest, page }, notes: [] })
  const newer = within(await screen.findByRole('region', { name: 'Spacekeeper 1.5.0 is out.' }))
  expect(newer.getByRole('link', { name: 'A newer version' }).getAttribute('href')).toBe('/help/a-newer-version')
  expect(newer.getByRole('link', { name: 'What is new in 1.5.0' }).getAttribute('href')).toBe(page)
})

test.each([
  [null, 'This portal doesn’t ask whether there is a newer version.'],
  [{ ...newest, isNewer: false }, 'There is no newer version. That was last asked on'],
  [
    { ...newest, isNewer: false, fault: 'The address answered 503.' },
    'Whether there is a newer version isn’t known. The address answered 503.',
  ],
  [
    { ...newest, isNewer: false, askedAt: null, version: null },
    'Whether there is a newer version isn’t known. It was not asked yet.',
  ],
  [
    { ...newest, isNewer: false, version: null },
    'Whether there is a newer version isn’t known. There was no answer yet.',
  ],
])('what is known of newer versions is said: %o', async (known, words) => {
  await show({ version: '1.5.0', since: null, newest: known, notes: [] })
  expect(await screen.findByText(words, { exact: false })).toBeTruthy()
})
