import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

const watchMs = 2000

/** How far mailings are; asked again while one is under way. */
export const mailingsQuery = queryOptions({
  ...apiQuery(api.mailings.list),
  refetchInterval: ({ state }) => (state.data?.mailings.some(({ isDone }) => !isDone) ? watchMs : false),
})

export const { preview: previewMailing, start: startMailing } = api.mailings
export type MailingRequest = Parameters<typeof previewMailing>[0]

/** One mailing, while it is looked at. */
export const mailingQuery = (mailingId: number) =>
  queryOptions({
    ...apiQuery(api.mailings.get, { mailingId }),
    refetchInterval: ({ state }) => (state.data?.isDone === false ? watchMs : false),
    meta: { live: 'messages' },
  })

export const { stop: stopMailing, retry: retryMailing } = api.mailings
