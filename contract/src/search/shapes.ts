import { z } from 'zod'
import { DeviceKind } from '../devices/shapes.ts'
import { Standing } from '../members/shapes.ts'

/** A member that staff looked for. */
export const FoundMember = z.object({
  id: z.number().int(),
  fullName: z.string(),
  screenName: z.string(),
  standing: Standing,
})

export type FoundMember = z.infer<typeof FoundMember>

/** A device that staff looked for. */
export const FoundDevice = z.object({
  id: z.number().int(),
  kind: DeviceKind,
  name: z.string(),
  description: z.string(),
})

export type FoundDevice = z.infer<typeof FoundDevice>

/** What staff may see of what they looked for, the best first and a few of each; `…Total` is how many there are. */
export const SearchResult = z.object({
  members: z.array(FoundMember),
  membersTotal: z.number().int(),
  devices: z.array(FoundDevice),
  devicesTotal: z.number().int(),
})

export type SearchResult = z.infer<typeof SearchResult>
