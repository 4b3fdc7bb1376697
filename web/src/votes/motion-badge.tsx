// On its own: lists and pages of members and of staff show the same state.
import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import type { MotionPhase } from '@spacekeeper/contract/votes/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status, type StatusKind } from '#platform/ui/status.tsx'
import { listOptions } from './words.ts'

const kinds = { planned: 'waiting', open: 'inUse', counting: 'waiting', published: 'fine' } as const satisfies Record<
  MotionPhase,
  StatusKind
>

/** How far a vote is, and what was decided. */
export const MotionBadge = ({ motion }: { motion: Pick<MotionRow, 'phase' | 'result' | 'options'> }) => {
  const { t } = useTranslation('votes')
  const { phase, result } = motion
  if (result === null) return <Status kind={kinds[phase]}>{t(`phase_${phase}`)}</Status>
  if (result.kind === 'majority')
    return result.isCarried ? <Status kind="good">{t('carried')}</Status> : <Status kind="refused">{t('lost')}</Status>
  if (result.elected.length === 0) return <Status kind="none">{t('noneElected')}</Status>
  return (
    <Status kind="good">
      {t('elected')}: {listOptions(motion, result.elected)}
    </Status>
  )
}
