import type { Refusal } from '@spacekeeper/contract/access/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { selectOnce } from '#platform/db/compile-once.ts'
import { addJob } from '#platform/jobs/add-job.ts'
import {
  type CardAtDevice,
  cardFactsOf,
  type FactReader,
  findSpaceFacts,
  selectCardFacts,
} from '../access/card-facts.ts'
import { type CardForms, withPlain } from '../access/card-forms.ts'
import { swipeOutcomeOf, swipeRefusalOf } from '../access/rules.ts'
import { storeSwipe } from '../access/stored-swipes.ts'
import { askForTopUp } from '../memberbucks/balance-low.ts'
import { mailLowBalanceJob } from './jobs.ts'
import type { CreditRule } from './rules.ts'

const buyerRow = selectOnce((db, given: CardAtDevice & CardForms) =>
  selectCardFacts(db, given)
    .leftJoin('credit_limits as l', 'l.device_id', 'd.id')
    .select(['d.name', 'd.removed_at', 'd.is_authorised', 'l.max_credit_cents', 'l.max_daily_credit_cents']),
)

export type Buyer = {
  deviceName: string
  credit: CreditRule
  memberId: number | null
  balanceCents: number
  /** Why nothing is sold to the member here, whatever it costs. A vending machine needs neither grant nor visit. */
  refusal: Refusal | null
}

const unknownBuyer: Buyer = {
  deviceName: '',
  credit: { maxCreditCents: null, maxDailyCreditCents: null },
  memberId: null,
  balanceCents: 0,
  refusal: 'unknownCard',
}

/** Whose card this is, and whether they may buy at this machine. */
export const findBuyer = async (reader: FactReader, input: CardAtDevice): Promise<Buyer> => {
  const space = await findSpaceFacts(reader)
  const row = await buyerRow.first(reader, withPlain(input))
  if (!row) return unknownBuyer
  const facts = cardFactsOf({ member: row, device: row, isGranted: row.is_granted, space })
  // The line of one that was withdrawn is cut a moment later than that is known here.
  const isLockedOut = row.is_locked_out || row.removed_at !== null || !row.is_authorised
  return {
    deviceName: row.name,
    credit: { maxCreditCents: row.max_credit_cents, maxDailyCreditCents: row.max_daily_credit_cents },
    memberId: row.id,
    balanceCents: row.balance_cents,
    refusal: swipeRefusalOf({ ...facts, isLockedOut }),
  }
}

type RefusedSale = {
  deviceId: number
  card: string
  memberId: number | null
  refusal: Refusal
  /** The part of a sale that was asked for. */
  amountCents?: number
}

/** Stores as a swipe why a card was refused at a machine, and has members who had too little emailed. */
export const recordRefusal = (ctx: Ctx, { amountCents, ...refused }: RefusedSale): Promise<void> =>
  record(ctx, async (work) => {
    const { deviceId, memberId, refusal } = refused
    await work.tx.executeQuery(storeSwipe({ ...refused, outcome: swipeOutcomeOf(refusal), now: ctx.now() }))
    if (refusal === 'balanceTooLow' && memberId !== null && amountCents !== undefined) {
      // However often the card is held to the machine, one job waits.
      await addJob(work, mailLowBalanceJob, { memberId, deviceId, amountCents }, { key: `lowBalance:${memberId}` })
      await askForTopUp(work, memberId)
    }
    return { result: undefined }
  })

/** Who holds a card to a machine, and how much they can spend there. A refusal is stored. */
export const readBuyerBalance = async (ctx: Ctx, input: { deviceId: number; card: string }): Promise<Buyer> => {
  const buyer = await findBuyer(ctx, input)
  const { memberId, refusal } = buyer
  if (refusal !== null) await recordRefusal(ctx, { ...input, memberId, refusal })
  return buyer
}
