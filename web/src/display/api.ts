import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** The line on which a screen without a login hears that what it shows is stale. */
export const displayEvents = '/api/display/events/'

/** Openings pass and slides change with the day, of which nothing is told. */
const listeningMs = 60_000
const askingMs = 10_000

/** Everything in one answer, asked for when it is stale; and again and again while the line is down, or an answer failed. */
export const viewQuery = (hasLine: boolean) =>
  queryOptions({
    ...apiQuery(api.display.getView),
    meta: { live: 'display' },
    refetchInterval: ({ state }) => (hasLine && state.status !== 'error' ? listeningMs : askingMs),
    refetchIntervalInBackground: true,
    retry: false,
  })

export const slidesQuery = queryOptions({ ...apiQuery(api.display.listSlides), meta: { live: 'display' } })

export const { addSlide, updateSlide, removeSlide, orderSlides, uploadPicture } = api.display
