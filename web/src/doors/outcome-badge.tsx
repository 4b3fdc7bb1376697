import { useTranslation } from 'react-i18next'
import type { Swipe } from '@spacekeeper/contract/doors.ts'
import { Status } from '#platform/ui/status.tsx'

/** What a swipe led to; the reason stands there when the reader may know it. */
export const OutcomeBadge = ({ outcome, refusal }: Pick<Swipe, 'outcome' | 'refusal'>) => {
  const { t } = useTranslation('doors')
  if (outcome === 'granted') return <Status kind="fine">{t('granted')}</Status>
  if (outcome === 'lockedOut') return <Status kind="locked">{t('outcomeLockedOut')}</Status>
  return <Status kind="refused">{refusal ? t('refusedWhy', { reason: t(refusal) }) : t('refused')}</Status>
}
