import { useTranslation } from 'react-i18next'
import type { Standing } from '@spacekeeper/contract/rosters.ts'
import { Status, type StatusKind } from '#platform/ui/status.tsx'

const kinds = {
  active: 'fine',
  noob: 'info',
  inactive: 'none',
  accountonly: 'none',
  suspended: 'refused',
} as const satisfies Record<Standing, StatusKind>

export const StandingBadge = ({ standing }: { standing: Standing }) => {
  const { t } = useTranslation('rosters')
  return <Status kind={kinds[standing]}>{t(standing)}</Status>
}
