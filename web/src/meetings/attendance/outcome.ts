// On its own: the wall and phones say the same to a member.
import type { CheckInOutcome } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import type { Translate } from '#platform/i18n/use-translation.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

const isComing = ({ result }: CheckInOutcome) => result !== 'left' && result !== 'notHere'

export const outcomeKind = (outcome: CheckInOutcome): StatusKind => {
  if (!isComing(outcome)) return 'info'
  return outcome.mayVote ? 'good' : 'warning'
}

/** What a member is told who has just checked in or out: in one line, and what it means for their vote. */
export const describeOutcome = (t: Translate<'meetings'>, outcome: CheckInOutcome) => {
  const { result, name, mayVote, proxies, hasEndedProxy } = outcome
  const vote = mayVote
    ? proxies > 0
      ? t('outcomeVotesFor', { count: proxies })
      : t('outcomeVotes')
    : t('outcomeGuest')
  return {
    title: t(`outcome_${result}`, { name }),
    lines: isComing(outcome) ? [vote, ...(hasEndedProxy ? [t('outcomeProxyEnded')] : [])] : [],
  }
}
