// On its own: the only write that training may make to members.
import type { Work } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { noteJoiningStep } from './joining-step.ts'
import { memberNotices } from './member-row.ts'

/** Keeps when a member had their last induction; null once it was taken back. Returns who hears of it. */
export const recordInduction = async (
  work: Work,
  { memberId, at }: { memberId: number; at: Date | null },
): Promise<Notice[]> => {
  await work.tx.updateTable('members').set({ last_induction_at: at }).where('id', '=', memberId).execute()
  if (at !== null) await noteJoiningStep(work, memberId)
  return memberNotices(memberId)
}
