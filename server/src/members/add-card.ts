import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { explainClash } from './explain-clash.ts'
import { giveCard, type Replaced } from './give-card.ts'

type NewCard = { memberId: number; number: string; label: string; replaces?: Replaced | undefined }

/** Gives a member one more card, or another in place of one; the doors granted to him hear of it at once. */
export const addCard = (ctx: Ctx, input: NewCard): Promise<void> =>
  explainClash(ctx, {
    wanted: { card: input.number },
    run: () => change(ctx, 'card.added', (tx) => giveCard(tx, { ...input, ctx })),
  })
