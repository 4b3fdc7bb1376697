import { listNames } from '@spacekeeper/contract/formatters.ts'
import { sql } from 'kysely'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { grantNotices, lockGrants } from './grants.ts'

/** So many devices are named. */
const mostNamed = 8

const nameAll = (names: readonly string[], locale: string): string => {
  const more = names.length - mostNamed
  return listNames(locale, more > 0 ? [...names.slice(0, mostNamed), `${more} more`] : names)
}

/** Takes away what a former member was granted. What members have by default comes back with the membership. */
export const grantsLeavingStep: LeavingStep = {
  name: 'grants',
  title: 'Remove access',
  position: 50,
  setting: 'LEAVING_ACCESS_DAYS',
  toGiveBack: 'Access beyond what all members have can be granted again.',
  run: async (work, { memberId, locale }) => {
    await lockGrants(work)
    const { rows } = await sql<{ deviceId: number; name: string }>`
      with gone as (delete from grants where member_id = ${memberId} returning device_id)
      select d.id as "deviceId", d.name from gone join devices d on d.id = gone.device_id
      where d.removed_at is null order by lower(d.name)`.execute(work.tx)
    if (rows.length === 0) return { state: 'done', words: 'There was no access to remove.' }
    const deviceIds = rows.map(({ deviceId }) => deviceId)
    return {
      state: 'done',
      words: `Access to ${nameAll(
        rows.map(({ name }) => name),
        locale,
      )} was removed.`.slice(0, 500),
      parts: [
        {
          event: 'access.changed',
          subject: { kind: 'member', id: memberId },
          data: {
            count: 1,
            memberIds: [memberId],
            granted: [],
            revoked: deviceIds.map((deviceId) => ({ deviceId, memberIds: [memberId] })),
          },
          tell: grantNotices({ deviceIds, memberIds: [memberId] }),
        },
      ],
    }
  },
}
