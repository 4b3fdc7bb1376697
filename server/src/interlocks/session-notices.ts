import { screens } from '#platform/live/screens.ts'

/** Whose screens show that a machine began or ceased to run. */
export const sessionNotices = () => [
  screens.notice({ topic: 'swipes', audience: 'activeMembers' }),
  screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } }),
]
