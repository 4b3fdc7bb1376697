import type { PlaceFilter } from '@spacekeeper/contract/storage/words.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export type PlaceChoice = { filter: PlaceFilter; text: string }

export const storagePlacesQuery = (choice: PlaceChoice) =>
  queryOptions({
    ...apiQuery(api.storage.list, choice),
    placeholderData: keepPreviousData,
    meta: { live: ['storage', 'members'] },
  })

export const freePlacesQuery = storagePlacesQuery({ filter: 'free', text: '' })

export const placeQuery = (code: string) =>
  queryOptions({ ...apiQuery(api.storage.show, { code }), meta: { live: 'storage' } })

export const ownStorageQuery = queryOptions({ ...apiQuery(api.storage.listOwn), meta: { live: 'storage' } })

export const { add, addMany, update, remove, assign, extend, move, release, removeRequest, ask, unask } = api.storage

export const downloadLabel = (placeId: number) => api.storage.label({ placeId })
