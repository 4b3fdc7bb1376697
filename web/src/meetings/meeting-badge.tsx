// On its own: lists and pages of members and of staff show the same state.
import type { MeetingPhase } from '@spacekeeper/contract/meetings/words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status, type StatusKind } from '#platform/ui/status.tsx'

const kinds = { planned: 'waiting', on: 'inUse', over: 'fine', cancelled: 'refused' } as const satisfies Record<
  MeetingPhase,
  StatusKind
>

const words = {
  planned: 'phase_planned',
  on: 'phase_on',
  over: 'phase_over',
  cancelled: 'phase_cancelled',
} as const satisfies Record<MeetingPhase, string>

type Props = { phase: MeetingPhase; isPast: boolean }

/** Planned, going on, over or cancelled. One that was never opened is over all the same. */
export const MeetingBadge = ({ phase, isPast }: Props) => {
  const { t } = useTranslation('meetings')
  const shown = phase === 'planned' && isPast ? 'over' : phase
  return <Status kind={kinds[shown]}>{t(words[shown])}</Status>
}
