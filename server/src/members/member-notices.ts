import { callers } from '#platform/http/callers.ts'
import { screens } from '#platform/live/screens.ts'

/** Whom a change of a member concerns: whatever is remembered of him as a caller, his own screens and administrators'. */
export const memberNotices = (memberId: number) => [
  callers.notice({ memberId }),
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'access', audience: { memberId } }),
  screens.notice({ topic: 'members', audience: { staff: ['members', 'access', 'money'] } }),
  screens.notice({ topic: 'access', audience: { staff: ['access', 'members'] } }),
]
