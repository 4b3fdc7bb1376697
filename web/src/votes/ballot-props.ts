// On its own: both kinds of ballots take the same.
import type { Choice, MotionView, VotingRight } from '@spacekeeper/contract/votes/shapes.ts'

/**
 * What casts votes gets when a member has made and reviewed their choice: an open ballot, or a secret one. `rights` are
 * the votes to cast with this choice, none of which is spent in a secret ballot. `onDone` is called once they are cast,
 * `onBack` to change the choice.
 */
export type BallotProps = {
  motion: MotionView
  rights: readonly VotingRight[]
  choice: Choice
  onDone: () => void
  onBack: () => void
}
