import { Stack } from '@mantine/core'
import type { MotionRow } from '@spacekeeper/contract/votes/shapes.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'

type Props = { motion: Pick<MotionRow, 'quorumAtOpening' | 'quorumAtClosing'> }

/** When a vote had no quorum, as it was written down then; nothing where it had one, or none was demanded. */
export const MissedQuorumList = ({ motion: { quorumAtOpening, quorumAtClosing } }: Props) => {
  const { t } = useTranslation('votes')
  const missed = [
    { words: 'noQuorumAtOpening', quorum: quorumAtOpening },
    { words: 'noQuorumAtClosing', quorum: quorumAtClosing },
  ] as const
  const lines = missed.flatMap(({ words, quorum }) => (quorum === null || quorum.isReached ? [] : [{ words, quorum }]))
  if (lines.length === 0) return null
  return (
    <Stack gap={2} component="span">
      {lines.map(({ words, quorum }) => (
        <Status key={words} kind="warning">
          {t(words, { counted: quorum.counted, needed: quorum.needed })}
        </Status>
      ))}
    </Stack>
  )
}
