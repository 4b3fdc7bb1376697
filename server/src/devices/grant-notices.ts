import { screens, type Audience } from '#platform/live/screens.ts'
import { doorLists } from './channels.ts'

/** More members than this are not told one by one. */
const mostNamed = 20
/** So many ids fit into one notice. */
const mostIds = 500

/** Whom grants concern: the doors, named because the grants may be gone; the members' screens; those of staff. */
export const grantNotices = (input: { deviceIds: readonly number[]; memberIds: readonly number[] }) => {
  const { deviceIds, memberIds } = input
  const slices = Array.from({ length: Math.ceil(deviceIds.length / mostIds) }, (_, n) =>
    deviceIds.slice(n * mostIds, (n + 1) * mostIds),
  )
  const audiences =
    memberIds.length > mostNamed
      ? (['everybody'] satisfies Audience[])
      : ([...memberIds.map((memberId) => ({ memberId })), { staff: ['access', 'members'] }] satisfies Audience[])
  return [
    ...slices.map((slice) => doorLists.notice({ deviceIds: slice })),
    ...audiences.map((audience) => screens.notice({ topic: 'access', audience })),
  ]
}
