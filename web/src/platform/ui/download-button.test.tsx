import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { errors } from '@spacekeeper/contract/error-codes.ts'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#platform/api/api-error.ts'
import type { ReceivedFile } from '#platform/api/call.ts'
import { DownloadButton } from './download-button.tsx'

const kept: { name: string; address: string }[] = []
beforeEach(() => {
  kept.length = 0
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:one', revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    kept.push({ name: this.download, address: this.href })
  })
})

const press = async (load: () => Promise<ReceivedFile>) => {
  render(
    <MantineProvider env="test">
      <Notifications />
      <DownloadButton size="xs" label="Export" load={load} />
    </MantineProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
}

test('a file is kept under the name the server gives it', async () => {
  await press(async () => ({ name: 'members.csv', content: new Blob(['a,b']) }))
  expect(kept).toEqual([{ name: 'members.csv', address: 'blob:one' }])
})

test('a download that fails says why, and can be tried again', async () => {
  await press(() => Promise.reject(new ApiError({ code: 'notAllowed', status: 403, text: errors.notAllowed.text })))
  expect(await screen.findByText('The download failed. You do not have permission to do that.')).toBeTruthy()
  expect(kept).toEqual([])
  expect(screen.getByRole('button', { name: 'Export' })).toHaveProperty('disabled', false)
})
