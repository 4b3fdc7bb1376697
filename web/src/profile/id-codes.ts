import type { IdCode } from '@spacekeeper/contract/profile/shapes.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiKey, apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'
import { readKept, keep } from '#platform/session/kept.ts'

const rotationMs = 30_000

const name = 'digital-id'

type KeptCode = { memberId: number; receivedAt: number; code: IdCode }

const isKeptCode = (value: unknown): value is KeptCode =>
  typeof value === 'object' && value !== null && 'memberId' in value && 'receivedAt' in value && 'code' in value

const keptCode = (memberId: number): KeptCode | undefined => {
  const kept = readKept(name)
  return isKeptCode(kept) && kept.memberId === memberId ? kept : undefined
}

/** The caller's code, renewed while it is on the screen. Without the network the last one is still there. */
export const idCodeQuery = (memberId: number) =>
  queryOptions({
    queryKey: [...apiKey(api.profile.createIdCode), memberId],
    queryFn: async () => {
      const code = await api.profile.createIdCode()
      keep(name, { memberId, receivedAt: Date.now(), code } satisfies KeptCode)
      return code
    },
    initialData: () => keptCode(memberId)?.code,
    initialDataUpdatedAt: () => keptCode(memberId)?.receivedAt,
    staleTime: rotationMs / 2,
    refetchInterval: rotationMs,
  })

/** What a scanned code says: asked once, and again only on demand. */
export const verificationQuery = (token: string) =>
  queryOptions({
    ...apiQuery(api.profile.verifyIdCode, { token }),
    staleTime: Infinity,
    retry: false,
  })
