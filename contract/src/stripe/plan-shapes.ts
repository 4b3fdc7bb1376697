import { z } from 'zod'
import { subscriptionStandings } from '../billing/words.ts'
import { tooMuchMoney } from '../field-words.ts'
import { CardPayment, SavedMethod } from './shapes.ts'

/** What a plan that is paid by card waits for. */
export const CardStanding = z.object({
  state: z.enum(subscriptionStandings),
  currency: z.string(),
  hasMethod: z.boolean(),
})

export type CardStanding = z.infer<typeof CardStanding>

/** All that a member can pay by card now, and what is under way. */
export const CardDues = z.object({
  /** Of a plan that is paid by card; null for other ways to pay. */
  standing: CardStanding.nullable(),
  method: SavedMethod.nullable(),
  /** The sum that is open; null where nothing is. */
  open: z.object({ amountCents: z.number().int(), currency: z.string() }).nullable(),
  /** Those under way, and the last one that failed. */
  recent: z.array(CardPayment),
})

export type CardDues = z.infer<typeof CardDues>

export const NewCardPayment = z.object({
  /** As the member read it; refused where something else is open by now. */
  amountCents: z.number().int().min(1).max(100_000_000, tooMuchMoney(100_000_000)),
  way: z.enum(['saved', 'checkout']),
  /** Chosen anew for each; sent again with the same key, nothing more is taken. */
  idempotencyKey: z.string().min(1).max(80),
})

/** `url`: where the member pays, or confirms it with their bank. */
export const StartedCardPayment = z.object({ payment: CardPayment, url: z.url().nullable() })

export type StartedCardPayment = z.infer<typeof StartedCardPayment>
