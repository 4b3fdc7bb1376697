import { infiniteQueryOptions, keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

const pageSize = 50

/** Members that match, a page after the other; what is on the screen stays while the next search is under way. */
export const memberSearch = (text: string) =>
  infiniteQueryOptions({
    queryKey: ['members', 'search', text],
    queryFn: ({ pageParam }) => api.members.search({ text, offset: pageParam, limit: pageSize }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.members.length, 0)
      return last.members.length > 0 && shown < last.total ? shown : undefined
    },
    placeholderData: keepPreviousData,
    meta: { live: 'members' },
  })

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

export type GrantChange = { doorId: number; isGranted: boolean }
export type FailedChange = { doorId: number; error: unknown }

/** Makes every change that can be made, and answers with those that could not. */
export const saveGrants = async (memberId: number, changes: readonly GrantChange[]): Promise<FailedChange[]> => {
  const outcomes = await Promise.allSettled(
    changes.map(({ doorId, isGranted }) => (isGranted ? api.doors.grant : api.doors.revoke)({ doorId, memberId })),
  )
  return changes.flatMap(({ doorId }, index) => {
    const outcome = outcomes[index]
    return outcome?.status === 'rejected' ? [{ doorId, error: outcome.reason }] : []
  })
}

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

export const { add: addCard, end: endCard } = api.cards

/** What administrators do to members. */
export const staff = api.memberships

/** What is shown of a member is asked again. */
export const refreshMember = (client: QueryClient) => client.invalidateQueries({ queryKey: ['members'] })
