import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '#platform/api/use-mutation.ts'

type OptimisticWrite<Input, Shown> = {
  /** Names the act, so that a second press is known from another one. */
  name: string
  /** The answer that shows what comes of it at once; writes of one answer are sent one after the other. */
  query: { queryKey: QueryKey }
  expect: (input: Input) => Shown
  write: (input: Input) => Promise<unknown>
  onFailed: (error: unknown) => void
  onDone: () => void
  onSettled: (answer: unknown, error: unknown) => unknown
}

/**
 * A write whose outcome is on the screen before it is stored; what was there before comes back when it fails. Pressed again
 * while it is on its way it is not sent twice.
 */
export const useOptimisticWrite = <Input, Shown>({
  name,
  query,
  expect,
  write,
  ...on
}: OptimisticWrite<Input, Shown>) => {
  const client = useQueryClient()
  const { queryKey } = query
  const mutationKey = [...queryKey, name]
  const { mutate, ...mutation } = useMutation({
    mutationKey,
    scope: { id: JSON.stringify(queryKey) },
    mutationFn: write,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey })
      const before = client.getQueryData(queryKey)
      client.setQueryData(queryKey, expect(input))
      return { before }
    },
    onError: (error, _, context) => {
      if (context?.before === undefined) void client.resetQueries({ queryKey })
      else client.setQueryData(queryKey, context.before)
      on.onFailed(error)
    },
    onSuccess: on.onDone,
    onSettled: on.onSettled,
  })
  const press: typeof mutate = (...given) => {
    if (client.isMutating({ mutationKey }) === 0) mutate(...given)
  }
  return { ...mutation, mutate: press }
}
