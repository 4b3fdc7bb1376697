import {
  type DefaultError,
  useMutation as useAnyMutation, // oxlint-disable-line eslint/no-restricted-imports -- all others use ours
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useCallback, useState } from 'react'

type Mutate<Data, Failure, Input, Context> = UseMutationResult<Data, Failure, Input, Context>['mutateAsync']

/** Names each file, which JSON leaves out. */
const createNames = () => {
  const names = new WeakMap<Blob, number>()
  let last = 0
  return (file: Blob) => {
    const name = names.get(file) ?? (last += 1)
    names.set(file, name)
    return name
  }
}

const nameOf = createNames()

const keyOf = (input: unknown): string =>
  JSON.stringify(input, (_, value: unknown) => (value instanceof Blob ? nameOf(value) : value)) ?? ''

const nothing = () => {}

/**
 * The library's hook, except that the same input is sent once while it is on its way: a second tap comes before the screen
 * has shown the first.
 */
export const useMutation = <Data = unknown, Failure = DefaultError, Input = void, Context = unknown>(
  options: UseMutationOptions<Data, Failure, Input, Context>,
): UseMutationResult<Data, Failure, Input, Context> => {
  const mutation = useAnyMutation(options)
  const { mutateAsync: send } = mutation
  const [onItsWay] = useState(() => new Map<string, Promise<Data>>())
  const mutateAsync: Mutate<Data, Failure, Input, Context> = useCallback(
    (...args) => {
      const key = keyOf(args[0])
      const known = onItsWay.get(key)
      if (known) return known
      const answer = send(...args).finally(() => onItsWay.delete(key))
      onItsWay.set(key, answer)
      return answer
    },
    [send, onItsWay],
  )
  const mutate: typeof mutation.mutate = useCallback(
    (...args) => void mutateAsync(...args).catch(nothing),
    [mutateAsync],
  )
  return { ...mutation, mutate, mutateAsync }
}
