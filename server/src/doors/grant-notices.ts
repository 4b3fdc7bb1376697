import { screens } from '#platform/live/screens.ts'
import { doorLists } from '../devices/channels.ts'

/** Whom a grant concerns: the door, named because the grant may be gone; the member's screens; administrators'. */
export const grantNotices = (input: { doorId: number; memberId: number }) => [
  doorLists.notice({ deviceIds: [input.doorId] }),
  screens.notice({ topic: 'access', audience: { memberId: input.memberId } }),
  screens.notice({ topic: 'access', audience: { staff: ['access', 'members'] } }),
]
