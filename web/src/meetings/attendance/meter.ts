// On its own: the wall and the sheets say the same of a quorum.
import type { QuorumMeter } from '@spacekeeper/contract/meetings/attendance-shapes.ts'
import type { StatusKind } from '#platform/ui/status.tsx'

/** What counts towards the quorum. */
export const countedOf = ({ present, represented, countsProxies }: QuorumMeter): number =>
  present + (countsProxies ? represented : 0)

type QuorumState = { kind: StatusKind; word: 'quorumNone' | 'quorumReached' | 'quorumLost' | 'quorumMissing' }

/** Lost is more than not reached yet: decisions were possible, and no longer are. */
export const quorumState = ({ needed, isReached, changes }: QuorumMeter): QuorumState => {
  if (needed === null) return { kind: 'none', word: 'quorumNone' }
  if (isReached) return { kind: 'good', word: 'quorumReached' }
  return changes.some((change) => change.isReached)
    ? { kind: 'refused', word: 'quorumLost' }
    : { kind: 'waiting', word: 'quorumMissing' }
}
