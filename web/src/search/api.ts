import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiKey } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export type PickedMember = { id: number; name: string }

type PeopleSearchInput = { queryKey: readonly unknown[]; isReady?: boolean; find: () => Promise<PickedMember[]> }

/** How people are found by a part of their name. */
export const peopleQuery = ({ queryKey, isReady = true, find }: PeopleSearchInput) =>
  queryOptions({
    queryKey,
    queryFn: find,
    enabled: isReady,
    placeholderData: keepPreviousData,
    meta: { live: 'members' },
  })

/** Members whose name or email contains the text. */
export const membersQuery = (text: string) =>
  peopleQuery({
    queryKey: [...apiKey(api.members.search, { text }), 'names'],
    find: async () => {
      const { members } = await api.members.search({ text, limit: 20 })
      return members.map(({ id, fullName: name }) => ({ id, name }))
    },
  })

export type PeopleSearch = typeof membersQuery
