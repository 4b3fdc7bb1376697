import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ListState } from '@spacekeeper/contract/fleets.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { listStatesQuery } from './api.ts'

const marks = {
  current: 'fine',
  sending: 'waiting',
  behind: 'warning',
  unconfirmed: 'warning',
  never: 'none',
} as const satisfies Record<ListState['state'], StatusKind>

export const useListState = (deviceId: number): ListState | undefined =>
  useQuery(listStatesQuery).data?.lists.find((list) => list.deviceId === deviceId)

const useWords = () => {
  const { t } = useTranslation('fleets')
  return ({ state, missing, surplus, sentAt, behindSince }: ListState) => {
    const count = missing + surplus
    const since = (at: string | null) => (at === null ? '' : formatSince(at))
    if (state === 'current') return t('listCurrent')
    if (state === 'never') return t('listNever')
    if (state === 'sending') return t('listSending', { count })
    if (state === 'unconfirmed') return t('listUnconfirmed', { since: since(sentAt) })
    return behindSince === null
      ? t('listBehind', { count })
      : t('listBehindSince', { count, since: since(behindSince) })
  }
}

/** Whether a door has the list it should have; without colour when it has. */
export const ListStateBadge = ({ deviceId }: { deviceId: number }) => {
  const words = useWords()
  const list = useListState(deviceId)
  if (!list) return null
  return <Status kind={marks[list.state]}>{words(list)}</Status>
}
