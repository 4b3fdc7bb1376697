import { queryOptions } from '@tanstack/react-query'
import { api } from '#platform/api/client.ts'

const watchMs = 2000

/** How far mailings are; asked again while one is under way. */
export const mailingsQuery = queryOptions({
  queryKey: ['mailings'],
  queryFn: () => api.mailings.list(),
  refetchInterval: ({ state }) => (state.data?.mailings.some(({ isDone }) => !isDone) ? watchMs : false),
})

export const { preview: previewMailing, start: startMailing } = api.mailings
export type MailingWish = Parameters<typeof previewMailing>[0]
