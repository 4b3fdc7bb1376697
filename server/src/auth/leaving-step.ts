// On its own: what a domain does for those who leave stands in a file of this name.
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import { callers } from '#platform/http/callers.ts'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { endSessions } from './ended-sessions.ts'

/** Logs a former member out everywhere. Their account stays: they can log in to see what is left to do. */
export const sessionsLeavingStep: LeavingStep = {
  name: 'sessions',
  title: 'End sessions',
  position: 60,
  setting: 'LEAVING_ACCESS_DAYS',
  run: async (work, { memberId }) => {
    const { ended } = await endSessions(work, { memberId, reason: 'endedElsewhere' })
    const count = ended.length
    return {
      state: 'done',
      words:
        count === 0
          ? 'Logged in nowhere.'
          : `Logged out of ${sayCount(count, { one: '1 browser', other: '{count} browsers' })}.`,
      parts: [{ tell: [callers.notice({ memberId })] }],
    }
  },
}
