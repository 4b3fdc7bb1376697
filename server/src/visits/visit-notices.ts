import { doorLists } from '../devices/channels.ts'
import { screens } from '#platform/live/screens.ts'

/** Whom a member's coming and going concerns: his own screens, those that show who is here, and his doors. */
export const visitNotices = (memberId: number) => [
  screens.notice({ topic: 'visits', audience: 'activeMembers' }),
  screens.notice({ topic: 'visits', audience: { memberId } }),
  screens.notice({ topic: 'access', audience: { memberId } }),
  doorLists.notice({ memberIds: [memberId] }),
]
