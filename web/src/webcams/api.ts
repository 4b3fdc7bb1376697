import { webcamPath } from '@spacekeeper/contract/webcams/words.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const everyMs = 60_000
/** While a picture is on its way. */
const soonMs = 1_500

/** Asking for the list has old pictures fetched anew, so the page asks again when they are there, and each minute. */
export const webcamsQuery = queryOptions({
  ...apiQuery(api.webcams.list),
  refetchInterval: ({ state }) => (state.data?.webcams.some(({ isBusy }) => isBusy) ? soonMs : everyMs),
  meta: { live: 'config' },
})

/** The address of the picture that was taken then. */
export const pictureAddress = ({ number, takenAt }: { number: number; takenAt: string }) =>
  `${webcamPath(number)}?at=${encodeURIComponent(takenAt)}`
