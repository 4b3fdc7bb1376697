import { profileApi } from '@spacekeeper/contract/profile/routes.ts'
import { retentionApi } from '@spacekeeper/contract/retention/routes.ts'
import { screen, waitFor } from '@testing-library/react'
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
  await waitFor(() => expect(kept).toHaveBeenCalledOnce())
  expect(server.sentTo(profileApi.downloadData)).toHaveLength(1)
})

test('a download that failed says so and why', async () => {
  server.on(profileApi.downloadData, () => refuse('tooManyRequests'))
  await download()
  expect(await screen.findByText(/download failed/i)).toBeTruthy()
})

test('members read how long what is about them is kept, once they ask', async () => {
  server.on(retentionApi.listOwn, () => ({
    kept: [
      { title: 'Visits', days: 1096, reason: 'Claims can come late.' },
      { title: 'Cards', days: null, reason: 'For ever, retired ones too.' },
    ],
  }))
  const { user } = await renderPortal({ path: '/account/profile', server, profile: aProfile() })
  expect(server.sentTo(retentionApi.listOwn)).toHaveLength(0)
  await user.click(await screen.findByText('How long we keep it'))
  const list = await screen.findByRole('list', { name: 'How long we keep your data' })
  expect(list.textContent).toContain('VisitsClaims can come late.3 years')
  expect(list.textContent).toContain('For ever, retired ones too.')
})
