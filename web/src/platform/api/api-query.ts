import { queryOptions } from '@tanstack/react-query'
import type { CallContext } from './waiting.ts'

/** A call of the API that knows its domain and its name in the contract. */
type KeyedCall<Input, Answer> = {
  (input: Input, context?: CallContext): Promise<Answer>
  readonly routeKey: readonly [string, string]
  readonly isRead?: true
}

/** The key under which the answer to a call is kept: its domain, its name, and its input if it has one. */
export const apiKey = <Input>(call: KeyedCall<Input, unknown>, input?: NoInfer<Input>): readonly unknown[] =>
  input === undefined ? call.routeKey : [...call.routeKey, input]

/**
 * What `useQuery` needs to read a route of the contract. The key comes from the route, so that
 * what a domain writes makes everything stale that it answered. More options are spread around it:
 *
 *     const kioskListQuery = queryOptions({ ...apiQuery(api.kiosks.list), meta: { live: 'kiosks' } })
 *     const deviceQuery = (deviceId: number) => apiQuery(api.devices.get, { deviceId })
 */
export const apiQuery = <Input, Answer>(
  call: KeyedCall<Input, Answer>,
  ...[input]: undefined extends NoInfer<Input> ? [input?: NoInfer<Input>] : [input: NoInfer<Input>]
) =>
  queryOptions({
    queryKey: apiKey(call, input),
    // A call whose input is required is given one by the types above.
    queryFn: ({ signal, client, queryKey }) => {
      const context = { signal, isQuiet: client.getQueryData(queryKey) !== undefined }
      return call(input as Input, context) // the same input as above, whose presence the tuple type hides
    },
  })
