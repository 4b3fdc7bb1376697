import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const retentionQuery = apiQuery(api.retention.list)

/** How long what is about this member is kept. */
export const ownRetentionQuery = apiQuery(api.retention.listOwn)
