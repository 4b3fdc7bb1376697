// On its own: staff read the same after a name and after a code.
import { Stack, Text } from '@mantine/core'
import type { CheckInOutcome } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import { rollReasonWords } from '@spacekeeper/contract/meetings/attendance-words.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'
import { outcomeKind } from './outcome.ts'

/** The member staff have just ticked, and what it means for their vote. */
export const StaffOutcome = ({ outcome }: { outcome: CheckInOutcome }) => {
  const { t } = useTranslation('meetings')
  const { result, name, mayVote, reason, proxies, hasEndedProxy } = outcome
  const votes = proxies > 0 ? t('doneVotesFor', { count: proxies }) : t('doneVotes')
  const guest = t('doneGuest', { reason: reason === null ? '' : rollReasonWords[reason] })
  return (
    <Stack gap={2}>
      <Status kind={outcomeKind(outcome)} size="md">
        {t(`done_${result}`, { name })}
      </Status>
      <Text size="sm" c="dimmed">
        {[mayVote ? votes : guest, ...(hasEndedProxy ? [t('outcomeProxyEnded')] : [])].join('. ')}
      </Text>
    </Stack>
  )
}
