import { MantineProvider } from '@mantine/core'
import { errors } from '@spacekeeper/contract/error-codes.ts'
import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { defaultSite } from '#platform/session/site.ts'
import { ApiError } from '../api/api-error.ts'
import { fakeServer, refuse } from '../api/fake-server.testing.ts'
import { windowReload } from '../ui/reload.ts'
import { FailedScreen } from './failed-screen.tsx'

const show = (error: Error) =>
  render(
    <MantineProvider env="test">
      <FailedScreen error={error} />
    </MantineProvider>,
  )

test('a screen whose files cannot be had says that the portal is away', async () => {
  fakeServer()
  show(new TypeError('Failed to fetch dynamically imported module: /assets/page.js'))
  expect(await screen.findByRole('heading', { name: 'The portal cannot be reached' })).toBeTruthy()
})

test('a screen whose data the portal cannot reach says so, and opens by itself', async () => {
  fakeServer().on(homeApi.getConfig, () => refuse('databaseAway'))
  show(new ApiError({ code: 'databaseAway', status: 503, text: errors.databaseAway.text }))
  expect(await screen.findByText(/can’t reach its database/)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a screen whose file stays missing is loaded again after pauses that grow, and says that it tries', async () => {
  fakeServer().on(homeApi.getConfig, () => defaultSite)
  const reload = vi.spyOn(windowReload, 'start').mockReturnValue()
  // It is not being left, as it was by a test before.
  dispatchEvent(new Event('pageshow'))
  sessionStorage.setItem('reloads', '1')
  vi.spyOn(performance, 'now').mockReturnValue(0)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  show(new TypeError('error loading dynamically imported module: /assets/page.js'))
  await act(() => vi.advanceTimersByTimeAsync(4999))
  expect(screen.getByText(/tries again automatically/)).toBeTruthy()
  expect(reload).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(reload).toHaveBeenCalledOnce()
})

test('a screen that failed for another reason offers to reload', async () => {
  fakeServer().on(homeApi.getConfig, () => defaultSite)
  show(new Error('undefined is not a function'))
  expect(await screen.findByRole('button', { name: 'Reload the page' })).toBeTruthy()
})
