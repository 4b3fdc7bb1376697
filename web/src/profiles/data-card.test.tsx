import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { profiles } from '@spacekeeper/contract/profiles.ts'
import { fakeServer, refuse } from '#platform/api/fake-server.ts'
import { aProfile, renderPortal } from '../render-portal.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer()
  server.on(profiles.listSessions, () => ({ sessions: [] }))
  server.on(profiles.getEmailChange, () => ({ pending: null }))
})
const download = async () => {
  const { user } = await renderPortal({ path: '/account/profile', server, profile: aProfile() })
  await user.click(await screen.findByRole('button', { name: 'Download my data' }))
}

test('one’s data is kept as a file', async () => {
  const kept = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }))
  server.on(profiles.downloadData, () => ({ name: 'my-data.zip', mediaType: 'application/zip', content: 'zip' }))
  await download()
  await vi.waitFor(() => expect(kept).toHaveBeenCalledOnce())
  expect(server.sentTo(profiles.downloadData)).toHaveLength(1)
})

test('a download that failed says so and why', async () => {
  server.on(profiles.downloadData, () => refuse('tooManyRequests'))
  await download()
  expect(await screen.findByText(/download failed/i)).toBeTruthy()
})
