// On its own: what a domain does for those who leave stands in a file of this name.
import type { LeavingStep } from '#platform/leaving-step.ts'
import { endPasses } from './passes.ts'

/** Takes the digital ID of a former member out of the wallets of their phones. */
export const walletLeavingStep: LeavingStep = {
  name: 'wallet',
  title: 'Remove from wallets',
  position: 66,
  setting: 'LEAVING_ACCESS_DAYS',
  run: async (work, { memberId }) => {
    const parts = await endPasses(work, { memberId })
    return {
      state: 'done',
      words: parts.length === 0 ? 'In no wallet.' : 'The digital ID was removed from wallets.',
      parts,
    }
  },
}
