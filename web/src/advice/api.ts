import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const planAdviceQuery = queryOptions({ ...apiQuery(api.advice.getOwn), meta: { live: 'billing' } })

/** It is worked out anew each time, so it does not follow every swipe. */
export const leavingQuery = queryOptions(apiQuery(api.advice.listLeaving))
