import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { LeavingStep } from '#platform/leaving-step.ts'
import { doorLists } from '../devices/channels.ts'
import { memberNotices } from './member-row.ts'

/** Retires the cards of a former member. Staff can bring each back as long as no one else has it. */
export const cardsLeavingStep: LeavingStep = {
  name: 'cards',
  title: 'Retire cards',
  position: 40,
  setting: 'LEAVING_ACCESS_DAYS',
  toGiveBack: 'Retired cards can be restored, under Cards on the member’s page.',
  run: async ({ tx, now }, { memberId }) => {
    const retired = await tx
      .updateTable('cards')
      .set({ state: 'retired', ended_at: now })
      .where('member_id', '=', memberId)
      .where('state', '=', 'active')
      .returning(['id', 'number'])
      .execute()
    if (retired.length === 0) return { state: 'done', words: 'There was no card.' }
    const subject = { kind: 'member', id: memberId }
    const [first, ...others] = retired.map(({ id, number }) => ({
      event: 'card.retired' as const,
      subject,
      data: { cardId: id, number, from: 'active' },
    }))
    return {
      state: 'done',
      words: sayCount(retired.length, { one: '1 card was retired.', other: '{count} cards were retired.' }),
      parts: [{ ...first, tell: [doorLists.notice({ memberIds: [memberId] }), ...memberNotices(memberId)] }, ...others],
    }
  },
}
