import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

/** Whether the space has an app, and how its readers write numbers of cards. */
export const appQuery = queryOptions({ ...apiQuery(api.mobile.getApp), meta: { live: 'config' } })
