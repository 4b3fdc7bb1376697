import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { screen } from '@testing-library/react'
import { beforeEach, test, vi, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

beforeEach(() => {
  server = fakeServer()
  server.on(profileApi.listSessions, () => ({ sessions: [] }))
  server.on(profileApi.getEmailChange, () => ({ pending: null }))
})

const download = async () => {
  const { user } = await renderPortal({ path: '/account/profile', server, profile: aProfile() })
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
}

test('one’s data is kept as a file', async () => {
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }))
  server.on(profileApi.downloadData, () => ({ name: 'my-data.zip', mediaType: 'application/zip', content: 'zip' }))
  await download()
  await vi.waitFor(() => expect(kept).toHaveBeenCalledOnce())
  expect(server.sentTo(profileApi.downloadData)).toHaveLength(1)
})

test('a download that failed says so and why', async () => {
  server.on(profileApi.downloadData, () => refuse('tooManyRequests'))
  await download()
  expect(await screen.findByText(/download failed/i)).toBeTruthy()
})
