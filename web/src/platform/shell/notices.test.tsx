import { MantineProvider } from '@mantine/core'
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notify } from '#platform/ui/notify.tsx'
import { Notices } from './notices.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a notice goes by itself after five seconds', async () => {
  render(
    <MantineProvider env="test">
      <Notices />
    </MantineProvider>,
  )
  act(() => notify.done({ text: 'Saved.' }))
  await act(() => vi.advanceTimersByTimeAsync(4900))
  expect(screen.getByText('Saved.')).toBeTruthy()
  await act(() => vi.advanceTimersByTimeAsync(1000))
  expect(screen.queryByText('Saved.')).toBeNull()
})
