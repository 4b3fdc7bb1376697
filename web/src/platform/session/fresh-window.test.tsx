import { homeApi } from '@spacekeeper/contract/home/routes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeServer } from '../api/fake-server.testing.ts'
import { createQueryClient } from '../api/query-client.ts'
import { windowReload } from '../ui/reload.ts'
import { useFreshWindow } from './fresh-window.ts'
import { defaultSite } from './site.ts'

const Wall = () => {
  useFreshWindow()
  return null
}

test('a wall display loads itself anew when the portal serves other screens, also under the same number', async () => {
  const start = vi.spyOn(windowReload, 'start').mockReturnValue()
  vi.spyOn(performance, 'now').mockReturnValue(600_000)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const site = { ...defaultSite, version: '0.1.0', build: 'first' }
  fakeServer().on(homeApi.getConfig, () => site)
  render(
    <QueryClientProvider client={createQueryClient()}>
      <Wall />
    </QueryClientProvider>,
  )
  const pass = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
  await pass(21)
  expect(start).not.toHaveBeenCalled()
  site.build = 'second'
  await pass(11)
  expect(start).toHaveBeenCalled()
})
