// On its own: the roll, arrivals and the opening tell the same screens.
import type { Notice } from '#platform/live/channel.ts'
import { screens } from '#platform/live/screens.ts'

const staffNotice = screens.notice({ topic: 'meetings', audience: { staff: ['meetings'] } })

/**
 * A member's own standing at a meeting changed: their screens and those of staff are told. Others ask for the quorum now
 * and then, so that two hundred arrivals do not make two hundred phones ask two hundred times.
 */
export const ownNotices = (memberId: number): Notice[] => [
  staffNotice,
  screens.notice({ topic: 'meetings', audience: { memberId } }),
]

export const staffNotices: Notice[] = [staffNotice]
