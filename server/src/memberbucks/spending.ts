import { tooMuch } from '@spacekeeper/contract/field-words.ts'
import { fieldMessages } from '@spacekeeper/contract/fields.ts'
import type { Spending } from '@spacekeeper/contract/memberbucks/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError, badField } from '#platform/http/app-error.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { balanceNotices, bookEntry } from './ledger.ts'
import { centsOfUnits } from './rules.ts'

type OwnSpending = Omit<Spending, 'idempotencyKey'> & { idempotencyKey?: string }

const facts = {
  payment: { event: 'memberbucks.paid', contraAccount: 'vendingIncome' },
  donation: { event: 'memberbucks.donated', contraAccount: 'donation' },
} as const

const bookSpending = (ctx: Ctx, { purpose, amountCents, description, idempotencyKey }: OwnSpending) => {
  const { id: memberId } = memberOf(ctx)
  const { event, contraAccount } = facts[purpose]
  return change(ctx, event, async (work) => {
    const booked = await bookEntry(work, {
      movement: {
        memberId,
        amountCents: -amountCents,
        type: 'web',
        source: 'member',
        contraAccount,
        description,
        floorCents: 0,
        // Of their own, or a member could use up the key of a machine's next charge.
        ...(idempotencyKey !== undefined && { idempotencyKey: `own ${idempotencyKey}` }),
      },
    })
    if (booked.outcome !== 'booked') throw new AppError(booked.outcome)
    const { entryId, balanceCents, isNew } = booked
    const result = { entryId, balanceCents }
    if (!isNew) return unchanged(result)
    return {
      result,
      subject: { kind: 'member', id: memberId },
      data: { entryId, amountCents: -amountCents, balanceCents, description },
      tell: balanceNotices(memberId),
    }
  })
}

const mostUnits = async (ctx: Ctx) => (await ctx.settings.all()).MEMBERBUCKS_MAX_TOPUP

/** Pays or donates from the caller's balance, never below zero, and once for each key. */
export const spend = async (ctx: Ctx, input: Spending): Promise<{ entryId: number; balanceCents: number }> => {
  const most = await mostUnits(ctx)
  if (input.amountCents > centsOfUnits(most)) throw badField('amountCents', tooMuch(most))
  if (input.purpose === 'payment' && input.description === '') throw badField('description', fieldMessages.empty)
  return bookSpending(ctx, input)
}

/** The same for existing clients, whose cents may be a hair beside a whole number. They send no key. */
export const payCents = async (ctx: Ctx, input: { amount: number; description: string }): Promise<void> => {
  const amountCents = Math.round(input.amount)
  const most = await mostUnits(ctx)
  if (amountCents > centsOfUnits(most)) throw badField('amount', tooMuch(most))
  await bookSpending(ctx, { purpose: 'payment', amountCents, description: input.description })
}
