import { settingsApi } from '@spacekeeper/contract/settings/routes.ts'
import type { SettingState } from '@spacekeeper/contract/settings/shapes.ts'
import { screen, within, waitFor } from '@testing-library/react'
import { beforeEach, test, expect } from 'vitest'
import { fakeServer, refuse } from '#platform/api/fake-server.testing.ts'
import { renderPortal, aProfile } from '../../portal.testing.tsx'

let server: ReturnType<typeof fakeServer>

let stored: Map<string, unknown>

beforeEach(() => {
  server = fakeServer()
  stored = new Map()
  server.on(settingsApi.describe, () => ({
    settings: ['SITE_LOGO', 'SITE_FAVICON'].map((key): SettingState => {
      const value = stored.get(key) ?? ''
      return { key, value, isSet: stored.has(key), changedAt: null, changedBy: null }
    }),
  }))
  server.on(settingsApi.reset, ({ params: { key = '' } }) => void stored.delete(key))
})

const open = async () => {
  const opened = await renderPortal({ path: '/manage/settings', server, profile: aProfile({ admin: true }) })
  await screen.findByRole('group', { name: 'Site logo' })
  return opened
}

test('a picture is looked at before it is saved, and what is none never leaves the page', async () => {
  server.on(settingsApi.uploadImage, ({ params: { key = '' } }) => {
    stored.set(key, '/images/0123.png')
    return { key, value: '/images/0123.png' }
  })
  const { user } = await open()
  const group = within(screen.getByRole('group', { name: 'Site logo' }))
  const input = screen.getByRole('group', { name: 'Site logo' }).querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no place for a file.')
  const give = (file: File) => user.upload(input, file)
  await give(new File([new Uint8Array(5_100_000)], 'huge.png', { type: 'image/png' }))
  expect(await group.findByText('“huge.png” is 5.1 MB. The limit is 5 MB.')).toBeTruthy()
  await give(new File(['x'], 'logo.png', { type: 'image/png' }))
  expect(await group.findByRole('img', { name: 'Site logo as it will be' })).toBeTruthy()
  expect(server.sentTo(settingsApi.uploadImage)).toEqual([])
  await user.click(group.getByRole('button', { name: 'Use this picture' }))
  expect(await group.findByRole('img', { name: 'Site logo now' })).toHaveProperty(
    'src',
    expect.stringContaining('/images/0123.png'),
  )
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(stored.has('SITE_LOGO')).toBe(false))
})

test('what the server finds wrong with a picture stands at its field', async () => {
  const message = 'This isn’t a PNG, JPEG or WebP picture.'
  server.on(settingsApi.uploadImage, () => refuse('badInput', { fields: [{ field: 'SITE_FAVICON', message }] }))
  const { user } = await open()
  const group = screen.getByRole('group', { name: 'Site favicon' })
  const input = group.querySelector('input[type=file]')
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no place for a file.')
  await user.upload(input, new File(['x'], 'fake.png', { type: 'image/png' }))
  await user.click(await within(group).findByRole('button', { name: 'Use this picture' }))
  expect(await within(group).findByText(message)).toBeTruthy()
})
