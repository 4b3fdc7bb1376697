import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useSavedField } from './saved-field.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed is saved once, a second after the last key', async () => {
  const save = vi.fn<(value: string) => Promise<void>>(async () => undefined)
  const { result } = renderHook(() => useSavedField({ name: 'motto', label: 'Motto', value: '', save }))
  act(() => result.current.type('m'))
  await act(() => vi.advanceTimersByTimeAsync(900))
  act(() => result.current.type('mo'))
  await act(() => vi.advanceTimersByTimeAsync(999))
  expect(save).not.toHaveBeenCalled()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(save.mock.calls).toEqual([['mo']])
})
