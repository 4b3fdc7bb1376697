import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { aPromise } from '#platform/ui/promise.testing.ts'
import { useMutation } from './use-mutation.ts'

const Client = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
)

/** A call whose answers the test gives. */
const aCall = () => {
  const answers: ReturnType<typeof aPromise<string>>[] = []
  const call = vi.fn<(input: unknown) => Promise<string>>(() => {
    const answer = aPromise<string>()
    answers.push(answer)
    return answer.promise
  })
  const onSuccess = vi.fn<(answer: string) => void>()
  const { result } = renderHook(() => useMutation({ mutationFn: call, onSuccess: (answer) => onSuccess(answer) }), {
    wrapper: Client,
  })
  const send = (input: unknown) => act(async () => result.current.mutate(input))
  const answerAll = () => act(async () => answers.splice(0).forEach(({ resolve }) => resolve('done')))
  return { call, onSuccess, send, answerAll }
}

test('a second tap sends nothing, and what follows happens once; after the answer the same is sent again', async () => {
  const { call, onSuccess, send, answerAll } = aCall()
  await send({ vote: 1 })
  await send({ vote: 1 })
  await answerAll()
  expect(call).toHaveBeenCalledTimes(1)
  expect(onSuccess).toHaveBeenCalledTimes(1)
  await send({ vote: 1 })
  expect(call).toHaveBeenCalledTimes(2)
})

test('other input is sent while the first is on its way, each file as one of its own', async () => {
  const { call, send } = aCall()
  await send({ isOn: true })
  await send({ isOn: false })
  await send({ file: new File(['a'], 'one.png') })
  await send({ file: new File(['b'], 'two.png') })
  expect(call).toHaveBeenCalledTimes(4)
})
