import { webcamsApi, type Webcam } from '@spacekeeper/contract/webcams/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeServer } from '#platform/api/fake-server.testing.ts'
import { defaultSite } from '#platform/session/site.ts'
import { aProfile, renderPortal } from '../portal.testing.tsx'

const webcam: Webcam = {
  number: 1,
  name: 'Workshop',
  takenAt: new Date(Date.now() - 30_000).toISOString(),
  isDown: false,
  isBusy: false,
  problem: null,
}

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
})
afterEach(() => void vi.useRealTimers())

const config = { ...defaultSite, features: { ...defaultSite.features, enableWebcams: true } }
const open = async (webcams: Webcam[], profile = aProfile()) => {
  server.on(webcamsApi.list, () => ({ webcams }))
  return renderPortal({ path: '/webcams', server, profile, config })
}

test('the picture of a webcam comes from the portal, and opens on the whole screen', async () => {
  const { user } = await open([webcam])
  const picture = await screen.findByRole('img', { name: /^Workshop, / })
  expect(picture.getAttribute('src')).toBe(`/api/webcams/1/picture/?at=${encodeURIComponent(webcam.takenAt ?? '')}`)
  await user.click(screen.getByRole('button', { name: 'Show Workshop full screen' }))
  expect(await within(await screen.findByRole('dialog')).findByRole('img', { name: /^Workshop, / })).toBeTruthy()
})

test('a camera that is down says so, with its last picture and, for staff, why', async () => {
  const problem = 'The server did not answer within 5 seconds.'
  await open([
    { ...webcam, takenAt: new Date(Date.now() - 12 * 60_000).toISOString(), isDown: true, problem },
    { ...webcam, number: 2, name: 'Yard', takenAt: null, isDown: true },
    { ...webcam, number: 3, name: 'Kitchen', takenAt: null, isBusy: true },
  ])
  expect(await screen.findByText(/Last picture:/)).toBeTruthy()
  expect(screen.getByText('12 min ago')).toBeTruthy()
  expect(screen.getByText(problem)).toBeTruthy()
  expect(screen.getByText('No picture yet')).toBeTruthy()
  expect(screen.getByText('This camera doesn’t answer')).toBeTruthy()
  expect(screen.getByText('Fetching a picture…')).toBeTruthy()
})

test('without webcams, an administrator is led to where they are added', async () => {
  await open([], aProfile({ admin: true }))
  expect((await screen.findByRole('link', { name: 'Add webcams' })).getAttribute('href')).toBe(
    '/manage/settings#WEBCAM_PAGE_URLS',
  )
})

test('a member without webcams reads what would be here', async () => {
  await open([])
  expect(await screen.findByRole('heading', { name: 'No webcams yet' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Add webcams' })).toBeNull()
})

test('pictures are asked for again every minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open([webcam])
  await screen.findByRole('img', { name: /^Workshop, / })
  const before = server.sentTo(webcamsApi.list).length
  await vi.advanceTimersByTimeAsync(50_000)
  expect(server.sentTo(webcamsApi.list)).toHaveLength(before)
  await vi.advanceTimersByTimeAsync(10_000)
  await waitFor(() => expect(server.sentTo(webcamsApi.list)).toHaveLength(before + 1))
})
