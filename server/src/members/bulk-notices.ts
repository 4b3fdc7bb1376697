import { callers } from '#platform/http/callers.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'
import { doorLists } from '../devices/channels.ts'

/** So many ids fit into one notice. */
const mostIds = 500

type ChangedMembers = {
  memberIds: readonly number[]
  /** Whose cards start or stop working. */
  doorsOf: readonly number[]
  hasVisits: boolean
}

/** Who hears of a change of many members. Screens hear of it once, however many members it is about. */
export const manyNotices = ({ memberIds, doorsOf, hasVisits }: ChangedMembers): Notice[] => {
  const slices = Array.from({ length: Math.ceil(doorsOf.length / mostIds) }, (_, n) =>
    doorsOf.slice(n * mostIds, (n + 1) * mostIds),
  )
  const topics = ['profile', 'access', 'members', ...(hasVisits ? (['visits'] as const) : [])] as const
  return [
    ...memberIds.map((memberId) => callers.notice({ memberId })),
    ...slices.map((slice) => doorLists.notice({ memberIds: slice })),
    ...topics.map((topic) => screens.notice({ topic, audience: 'everybody' })),
  ]
}
