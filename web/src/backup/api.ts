import { queryOptions } from '@tanstack/react-query'
import { hasCode } from '#platform/api/api-error.ts'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const backupsQuery = queryOptions({ ...apiQuery(api.backup.get), meta: { live: 'backup' } })

export const backups = api.backup

const pollMs = 1000

/** How a restore goes on. While the portal starts again it does not answer, and is asked on. */
export const restoreQuery = (token: string) =>
  queryOptions({
    ...apiQuery(api.backup.getRestore, { token }),
    retry: false,
    refetchInterval: ({ state: { data, error } }) => {
      if (hasCode(error, 'invalidLink')) return false
      return data?.step === 'restoring' || data?.step === 'restarting' ? pollMs : false
    },
  })

/** Trusts the server of copies that shows this key. */
export const trustHostKey = (hostKey: string) => api.settings.update({ key: 'BACKUP_SFTP_HOST_KEY', value: hostKey })
