import { queryOptions } from '@tanstack/react-query'
import type { IdCode } from '@spacekeeper/contract/identities.ts'
import { api } from '#platform/api/client.ts'
import { keep, readKept } from '#platform/session/kept.ts'

const rotationMs = 30_000
const name = 'digital-id'

type KeptCode = { memberId: number; receivedAt: number; code: IdCode }

const isKeptCode = (value: unknown): value is KeptCode =>
  typeof value === 'object' && value !== null && 'memberId' in value && 'receivedAt' in value && 'code' in value

const keptCode = (memberId: number): KeptCode | undefined => {
  const kept = readKept(name)
  return isKeptCode(kept) && kept.memberId === memberId ? kept : undefined
}

/** The caller's code, renewed while somebody looks at it. Without the network the last one is still there. */
export const idCodeQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['identities', 'code', memberId],
    queryFn: async () => {
      const code = await api.identities.issue()
      keep(name, { memberId, receivedAt: Date.now(), code } satisfies KeptCode)
      return code
    },
    initialData: () => keptCode(memberId)?.code,
    initialDataUpdatedAt: () => keptCode(memberId)?.receivedAt,
    staleTime: rotationMs / 2,
    refetchInterval: rotationMs,
  })

/** What a code says to whoever scanned it: asked once, and again only on demand. */
export const verificationQuery = (token: string) =>
  queryOptions({
    queryKey: ['identities', 'verification', token],
    queryFn: () => api.identities.verify({ token }),
    staleTime: Infinity,
    retry: false,
  })
