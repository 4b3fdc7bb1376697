// On its own: every domain of the web has one.
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const { choose: chooseOccasion, removeDevice, test: sendTest } = api.push

/** What the member is notified of, and where. */
export const pushQuery = queryOptions({ ...apiQuery(api.push.getState), meta: { live: 'profile' } })
