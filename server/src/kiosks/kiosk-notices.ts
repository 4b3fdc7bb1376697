import { callers } from '#platform/http/callers.ts'
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'

/** The list of kiosks is stale, and so is what is remembered of members whose sessions there ended. */
export const kioskNotices = (endedMemberIds: readonly number[] = []): Notice[] => [
  ...endedMemberIds.map((memberId) => callers.notice({ memberId })),
  screens.notice({ topic: 'kiosks', audience: { staff: ['devices'] } }),
]
