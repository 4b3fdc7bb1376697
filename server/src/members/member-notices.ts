import { screens } from '#platform/live/screens.ts'

/** Whose open screens show something of a member: his own and administrators'. */
export const memberNotices = (memberId: number) => [
  screens.notice({ topic: 'profile', audience: { memberId } }),
  screens.notice({ topic: 'access', audience: { memberId } }),
  screens.notice({ topic: 'members', audience: 'admins' }),
  screens.notice({ topic: 'access', audience: 'admins' }),
]
