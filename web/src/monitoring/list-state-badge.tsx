import type { ListState } from '@spacekeeper/contract/monitoring/shapes.ts'
import { formatSince } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { type StatusKind, Status } from '#platform/ui/status.tsx'

const marks = {
  current: 'fine',
  sending: 'waiting',
  behind: 'warning',
  unconfirmed: 'warning',
  never: 'none',
} as const satisfies Record<ListState['state'], StatusKind>

const useWords = () => {
  const { t } = useTranslation('monitoring')
  return ({ state, missing, surplus, sentAt, behindSince }: ListState, isShort: boolean) => {
    const count = missing + surplus
    if (isShort && state === 'current') return t('listCurrentShort')
    if (isShort && state === 'unconfirmed') return t('listUnconfirmedShort')
    const since = (at: string | null) => (at === null ? '' : formatSince(at))
    if (state === 'current') return t('listCurrent')
    if (state === 'never') return t('listNever')
    if (state === 'sending') return t('listSending', { count })
    if (state === 'unconfirmed') return t('listUnconfirmed', { since: since(sentAt) })
    return behindSince === null || isShort
      ? t('listBehind', { count })
      : t('listBehindSince', { count, since: since(behindSince) })
  }
}

type Props = {
  list: ListState
  /** In a list: the fewest words, and no mark on what is as it should be. */
  isShort?: boolean
}

/** Whether a door has the list it should have; without colour when it has. */
export const ListStateBadge = ({ list, isShort = false }: Props) => {
  const words = useWords()
  const said = words(list, isShort)
  if (isShort && list.state === 'current') return <span style={{ color: 'var(--dim)' }}>{said}</span>
  return <Status kind={marks[list.state]}>{said}</Status>
}
