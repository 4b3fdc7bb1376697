import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

export const memberQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['members', 'one', memberId],
    queryFn: () => api.members.get({ memberId }),
    meta: { live: 'members' },
  })

export const memberAccessQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['members', 'access', memberId],
    queryFn: () => api.doors.memberAccess({ memberId }),
    meta: { live: ['access', 'members', 'devices'] },
  })

export type GrantChange = { deviceId: number; isGranted: boolean }

/** Makes every change, or none of them. */
export const saveGrants = (memberId: number, changes: readonly GrantChange[]) => {
  const idsOf = (isGranted: boolean) =>
    changes.filter((change) => change.isGranted === isGranted).map(({ deviceId }) => deviceId)
  return api.doors.changeMemberAccess({ memberId, grant: idsOf(true), revoke: idsOf(false) })
}

/** Why doors refused a member lately. */
export const memberRefusalsQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['members', 'refusals', memberId],
    queryFn: () => api.doors.listRefusals({ memberId }),
    meta: { live: 'swipes' },
  })

export const memberDetailsQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['members', 'details', memberId],
    queryFn: () => api.memberships.getDetails({ memberId }),
    meta: { live: ['members', 'access', 'devices'] },
  })

export const memberCardsQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['members', 'cards', memberId],
    queryFn: () => api.cards.list({ memberId }),
    meta: { live: 'members' },
  })

/** Doors with the last card nobody has that was held to them; it can be claimed for five minutes. */
export const unknownCardsQuery = queryOptions({
  queryKey: ['members', 'unknown cards'],
  queryFn: api.cards.listUnknown,
  refetchInterval: 15_000,
  gcTime: 0,
  meta: { live: ['swipes', 'devices', 'members'] },
})

export const { add: addCard, claim: claimCard, end: endCard, relabel: relabelCard, restore: restoreCard } = api.cards

/** What administrators do to members. */
export const staff = api.memberships

/** What is shown of a member is asked again. */
export const refreshMember = (client: QueryClient) => client.invalidateQueries({ queryKey: ['members'] })

/** Whether a member has a PIN for kiosks. */
export const memberPinQuery = (memberId: number) =>
  queryOptions({
    queryKey: ['members', memberId, 'pin'],
    queryFn: () => api.kiosks.getMemberPin({ memberId }),
    meta: { live: 'members' },
  })

export const removeMemberPin = (memberId: number) => api.kiosks.removeMemberPin({ memberId })
