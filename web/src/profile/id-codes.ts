import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { readKept, keep } from '#platform/session/kept.ts'
import { sessionQuery } from '#platform/session/session.ts'
import { isKeptCode, type KeptCode, keptName, ownerOf } from './kept-id.ts'

const rotationMs = 30_000

const keptCode = (memberId: number): KeptCode | undefined => {
  const kept = readKept(keptName)
  return isKeptCode(kept) && kept.memberId === memberId ? kept : undefined
}

/** Who the code is of, with the time at which the portal said so. */
const findOwner = (client: QueryClient, memberId: number) => {
  const { data: profile, dataUpdatedAt } = client.getQueryState(sessionQuery.queryKey) ?? {}
  return profile?.id === memberId ? ownerOf(profile, dataUpdatedAt ?? 0) : undefined
}

/** The caller's code, renewed while it is on the screen. Without the network the last one is still there. */
export const idCodeQuery = (memberId: number) =>
  queryOptions({
    queryKey: [...apiKey(api.profile.createIdCode), memberId],
    queryFn: async ({ client }) => {
      const code = await api.profile.createIdCode()
      const owner = findOwner(client, memberId)
      keep(keptName, { memberId, receivedAt: Date.now(), code, owner } satisfies KeptCode) // oxlint-disable-line eslint/no-restricted-properties -- kept for a page that is opened later
      return code
    },
    initialData: () => keptCode(memberId)?.code,
    initialDataUpdatedAt: () => keptCode(memberId)?.receivedAt,
    staleTime: rotationMs / 2,
    refetchInterval: rotationMs,
  })

/** What a scanned code says: asked once, and again only on demand. */
export const idVerificationQuery = (token: string) =>
  queryOptions({
    ...apiQuery(api.profile.verifyIdCode, { token }),
    staleTime: Infinity,
    retry: false,
  })
