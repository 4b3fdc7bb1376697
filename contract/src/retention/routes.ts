import { z } from 'zod'
import { Instant, routes } from '../route.ts'

/** What is kept of one kind, and how long. */
export const KeptData = z.object({
  title: z.string(),
  /** 0 is for ever; null is no fixed time, and the reason says until when. */
  days: z.number().int().nullable(),
  reason: z.string(),
})

export type KeptData = z.infer<typeof KeptData>

/** The same for administrators: where it is set, and what the clean-up did. */
export const RetentionState = KeptData.extend({
  name: z.string(),
  days: z.number().int(),
  /** The setting that holds the days; null where they are fixed. */
  setting: z.string().nullable(),
  /** When the clean-up last finished with it, and how much it deleted then; null before the first time. */
  lastRun: z.object({ at: Instant, deleted: z.number().int() }).nullable(),
  /** All that was ever deleted. */
  total: z.number().int(),
})

export type RetentionState = z.infer<typeof RetentionState>

export const retentionApi = routes({
  list: {
    method: 'GET',
    path: '/api/admin/retention/',
    access: 'admin',
    summary: 'How long each kind of data is kept, and what the nightly clean-up deleted of it.',
    output: z.object({ limited: z.array(RetentionState), others: z.array(KeptData) }),
  },
  listOwn: {
    method: 'GET',
    path: '/api/profile/retention/',
    access: 'signedIn',
    summary: 'How long each kind of data about the caller is kept.',
    output: z.object({ kept: z.array(KeptData) }),
  },
})
