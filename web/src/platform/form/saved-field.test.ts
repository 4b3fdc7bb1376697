import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useSavedField } from './saved-field.ts'
import { unsavedFields, useUnsavedField } from './unsaved-fields.ts'

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

test('what was typed a moment ago is sent when the page is put away, also while another save is under way', async () => {
  const save = vi.fn<(value: string) => Promise<void>>(() => new Promise(() => {}))
  const { result } = renderHook(() => {
    const field = useSavedField({ name: 'motto', label: 'Motto', value: '', save })
    useUnsavedField(field)
    return field
  })
  act(() => result.current.type('m'))
  await act(() => vi.advanceTimersByTimeAsync(1000))
  act(() => result.current.type('mo'))
  window.dispatchEvent(new Event('pagehide'))
  onTestFinished(() => void window.dispatchEvent(new Event('pageshow')))
  expect(save.mock.calls).toEqual([['m'], ['mo']])
})

test('leaving waits two seconds for what is being saved, and then says that it still is', async () => {
  const save = vi.fn<(value: string) => Promise<void>>(() => new Promise(() => {}))
  const { result } = renderHook(() => {
    const field = useSavedField({ name: 'motto', label: 'Motto', value: '', save })
    useUnsavedField(field)
    return field
  })
  act(() => result.current.type('m'))
  const settled = unsavedFields.settle()
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect((await settled).fields).toEqual([{ label: 'Motto', reason: 'It is still being saved.' }])
})
