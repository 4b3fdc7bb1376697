// On its own: the only write that training may make to members.
import type { Work } from '#platform/db/change.ts'
import type { Notice } from '#platform/live/channel.ts'
import { memberNotices } from './member-row.ts'

/** Keeps when a member had their last induction; null once it was taken back. Returns who hears of it. */
export const recordInduction = async (
  { tx }: Work,
  input: { memberId: number; at: Date | null },
): Promise<Notice[]> => {
  await tx.updateTable('members').set({ last_induction_at: input.at }).where('id', '=', input.memberId).execute()
  return memberNotices(input.memberId)
}
