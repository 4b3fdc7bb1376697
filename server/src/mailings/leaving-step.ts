import { z } from 'zod'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { memberNotices, storeDifferences } from '../members/member-row.ts'

/** Leaves a former member out of news and of lists of addresses. Emails about their account go on. */
export const mailingsLeavingStep: LeavingStep = {
  name: 'mailings',
  title: 'Leave mailing lists',
  position: 30,
  setting: 'LEAVING_MAILINGS_DAYS',
  run: async (work, { memberId }) => {
    const before = await work.tx
      .selectFrom('members')
      .select('exclude_from_email_export as isLeftOut')
      .where('id', '=', memberId)
      .executeTakeFirstOrThrow()
    if (before.isLeftOut) return { state: 'done', words: 'On no mailing list.' }
    await storeDifferences(work, { memberId, differences: {}, stamps: { exclude_from_email_export: true } })
    return {
      state: 'done',
      words: 'Left out of news and of exported lists of addresses.',
      parts: [{ tell: memberNotices(memberId) }],
      kept: { wasListed: true },
    }
  },
  undo: async (work, { memberId, kept }) => {
    if (!z.object({ wasListed: z.literal(true) }).safeParse(kept).success) return []
    await storeDifferences(work, { memberId, differences: {}, stamps: { exclude_from_email_export: false } })
    return [{ tell: memberNotices(memberId) }]
  },
}
