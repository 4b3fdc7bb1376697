import { z } from 'zod'
import { Choice, CountedResult, MotionOption } from './shapes.ts'
import { countingMethods, motionKinds, shareBases } from './words.ts'

/** All that is needed to count a secret vote again, as it is published after closing. */
export const BallotFile = z.object({
  format: z.literal(1),
  motion: z.object({
    id: z.number().int(),
    title: z.string(),
    kind: z.enum(motionKinds),
    method: z.enum(countingMethods),
    seats: z.number().int(),
    share: z.object({ numerator: z.number().int(), denominator: z.number().int() }).nullable(),
    shareOf: z.enum(shareBases),
    lot: z.array(z.number().int()),
    options: z.array(MotionOption),
  }),
  facts: z.object({ present: z.number().int().nullable(), roll: z.number().int() }),
  /** How many votes were used: there are never more ballots, and fewer if some were not put into the box. */
  used: z.number().int(),
  key: z.object({ n: z.string(), e: z.string() }),
  /** By paper, which is random. */
  ballots: z.array(z.object({ code: z.string(), paper: z.string(), signature: z.string(), choice: Choice })),
  result: CountedResult,
})

export type BallotFile = z.infer<typeof BallotFile>
