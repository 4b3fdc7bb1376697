import { Skeleton } from '@mantine/core'
import type { NextSteps } from '@spacekeeper/contract/home/shapes.ts'

/** A card without its rows. */
const frame = 82
const doneRow = 40
/** With its hint; of an open step of the set-up also with its link. */
const openRow = { joining: 62, setup: 76 }
/** One step of those who join has a link. */
const link = 30
/** On a phone every second matter takes two lines. */
const matterRow = { wide: 44, narrow: 53 }

const heightOf = (steps: readonly { isDone: boolean }[], open: number) =>
  frame + steps.reduce((height, { isDone }) => height + (isDone ? doneRow : open), 0)

type StepsPlaceCardProps = { of: NextSteps; isNarrow: boolean }

/** About as high as the cards, so that what is below them does not move when their file comes. */
export const StepsPlaceCard = ({ of: { joining, setup, waiting }, isNarrow }: StepsPlaceCardProps) => (
  <>
    {joining ? <Skeleton height={heightOf(joining, openRow.joining) + link} radius={16} /> : null}
    {setup ? <Skeleton height={heightOf(setup, openRow.setup)} radius={16} /> : null}
    {waiting.length > 0 ? (
      <Skeleton height={frame + waiting.length * (isNarrow ? matterRow.narrow : matterRow.wide)} radius={16} />
    ) : null}
  </>
)
