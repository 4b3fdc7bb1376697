import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { apiQuery, refreshDomains } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const viewMs = 10_000

/** Screens without a login hear no events, so they ask: for everything in one answer. */
export const viewQuery = queryOptions({
  ...apiQuery(api.display.getView),
  refetchInterval: viewMs,
  refetchIntervalInBackground: true,
  retry: false,
})

export const slidesQuery = queryOptions({ ...apiQuery(api.display.listSlides), meta: { live: 'display' } })

export const { addSlide, updateSlide, removeSlide, orderSlides, uploadPicture } = api.display

export const refreshDisplay = (client: QueryClient) => refreshDomains(client, 'display')
