import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useOptimisticWrite } from './optimistic-write.ts'

const query = { queryKey: ['visits', 'check'] }

/** Two acts on one answer, whose writes are answered by hand. */
const open = () => {
  const client = new QueryClient()
  client.setQueryData(query.queryKey, 'out')
  const answers: { name: string; resolve: () => void; reject: (error: Error) => void }[] = []
  const write = (name: string) => () =>
    new Promise<void>((resolve, reject) => {
      answers.push({ name, resolve, reject })
    })
  const onFailed = vi.fn<() => void>()
  const actOf = (name: string) => ({
    name,
    query,
    expect: () => name,
    write: write(name),
    onFailed,
    onDone: () => {},
    onSettled: () => {},
  })
  const { result } = renderHook(
    () => ({ signIn: useOptimisticWrite(actOf('in')), signOut: useOptimisticWrite(actOf('out')) }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  )
  const settle = () => act(() => new Promise((resolve) => setTimeout(resolve)))
  return { client, answers, result, onFailed, settle, shown: () => client.getQueryData(query.queryKey) }
}

test('what is pressed twice is sent once, and shows at once', async () => {
  const { result, answers, settle, shown } = open()
  act(() => {
    result.current.signIn.mutate(undefined)
    result.current.signIn.mutate(undefined)
  })
  await settle()
  expect(answers.map(({ name }) => name)).toEqual(['in'])
  expect(shown()).toBe('in')
})

test('another act on the same answer waits for the first', async () => {
  const { result, answers, settle, shown } = open()
  act(() => result.current.signIn.mutate(undefined))
  await settle()
  act(() => result.current.signOut.mutate(undefined))
  await settle()
  expect(shown()).toBe('out')
  expect(answers.map(({ name }) => name)).toEqual(['in'])
  answers[0]?.resolve()
  await settle()
  expect(answers.map(({ name }) => name)).toEqual(['in', 'out'])
})

test('what fails is said, and what was there before comes back', async () => {
  const { result, answers, settle, shown, onFailed } = open()
  act(() => result.current.signIn.mutate(undefined))
  await settle()
  answers[0]?.reject(new Error('no'))
  await settle()
  expect(shown()).toBe('out')
  expect(onFailed).toHaveBeenCalledOnce()
})
