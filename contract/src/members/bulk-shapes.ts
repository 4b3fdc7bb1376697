import { z } from 'zod'
import { Instant } from '../route.ts'
import { SomeNames } from './shapes.ts'
import { bulkKinds, bulkRefusals } from './words.ts'

/** Members by how many they are and some of their names. */
const CountedNames = SomeNames.extend({ count: z.number().int() })

/** What a change of many memberships would do. */
export const MovePreview = z.object({
  /** Stands for exactly these members; the change is made only while it is still true. */
  fingerprint: z.string(),
  selected: z.number().int(),
  changes: CountedNames,
  /** Who of those selected is left out, by reason. */
  leftOut: z.array(z.object({ why: z.enum(bulkRefusals), count: z.number().int() })),
  /** How many doors and machines members get by default. */
  defaults: z.number().int(),
})

export type MovePreview = z.infer<typeof MovePreview>

/** One change of many members, as it is kept to be undone. */
export const BulkAction = z.object({
  id: z.number().int(),
  kind: z.enum(bulkKinds),
  at: Instant,
  by: z.string().nullable(),
  /** How many members it changed. */
  count: z.number().int(),
  /** The doors and machines given or taken away. */
  devices: z.array(z.string()),
  /** Undone for `count` members so far. `left`: for so many more it can be undone, by staff who may change them. */
  undone: z
    .object({ at: Instant, by: z.string().nullable(), count: z.number().int(), left: z.number().int() })
    .nullable(),
})

export type BulkAction = z.infer<typeof BulkAction>

/** What undoing would do now. */
export const UndoPreview = BulkAction.extend({
  reverts: CountedNames,
  /** Members who were changed again since, and stay as they are. */
  changedSince: z.number().int(),
  /** Members the caller may not change. */
  outranked: z.number().int(),
})

export type UndoPreview = z.infer<typeof UndoPreview>
