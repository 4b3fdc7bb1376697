// On its own: what a domain does for those who leave stands in a file of this name.
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { endLoginsOf } from './logins.ts'

/** Logs a former member out of the sites where they used the account here. */
export const sitesLeavingStep: LeavingStep = {
  name: 'sites',
  title: 'End logins at other sites',
  position: 65,
  setting: 'LEAVING_ACCESS_DAYS',
  run: async (work, { memberId }) => {
    const parts = await endLoginsOf(work, memberId)
    const count = parts.length
    return {
      state: 'done',
      words:
        count === 0
          ? 'Logged in at no other site.'
          : `Logged out of ${sayCount(count, { one: '1 site', other: '{count} sites' })}.`,
      parts,
    }
  },
}
