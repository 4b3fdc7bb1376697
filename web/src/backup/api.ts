import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const backupsQuery = queryOptions({ ...apiQuery(api.backup.get), meta: { live: 'backup' } })

export const backups = api.backup

/** Trusts the server of copies that shows this key. */
export const trustHostKey = (hostKey: string) => api.settings.update({ key: 'BACKUP_SFTP_HOST_KEY', value: hostKey })
