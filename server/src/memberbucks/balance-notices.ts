import { screens } from '#platform/live/screens.ts'

/** Whose screens show a balance that moved: the member's own and those of whoever looks after the money. */
export const balanceNotices = (memberId: number) => [
  screens.notice({ topic: 'memberbucks', audience: { memberId } }),
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'memberbucks', audience: { staff: ['money'] } }),
]
