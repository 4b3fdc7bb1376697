import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const backupsQuery = queryOptions({ ...apiQuery(api.backup.get), meta: { live: 'backup' } })

export const backups = api.backup
