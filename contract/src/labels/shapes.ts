import { z } from 'zod'
import { FutureDay } from '../days.ts'
import { fieldMessages, Text } from '../fields.ts'
import { Instant } from '../route.ts'
import { ticketKinds } from './words.ts'

/** A label as it is drawn: what a screen previews and prints is the same as in the PDF. All measures are points, 72 to an inch. */
export const LabelDrawing = z.object({
  width: z.number(),
  height: z.number(),
  texts: z.array(
    z.object({
      text: z.string(),
      x: z.number(),
      /** Where its letters stand. */
      baseline: z.number(),
      size: z.number(),
      width: z.number(),
      isStrong: z.boolean(),
    }),
  ),
  /** What a scanner reads, with the white edge it needs. */
  code: z.object({ address: z.string(), x: z.number(), y: z.number(), side: z.number() }),
})

export type LabelDrawing = z.infer<typeof LabelDrawing>

const LastDay = z.iso.date()

/** A ticket as its owner sees it. */
export const Ticket = z.object({
  /** What its label says, and the address of its page. */
  number: z.number().int(),
  kind: z.enum(ticketKinds),
  what: z.string(),
  createdAt: Instant,
  /** Null for a box. */
  untilOn: LastDay.nullable(),
  isOverdue: z.boolean(),
  removedAt: Instant.nullable(),
})

export type Ticket = z.infer<typeof Ticket>

/** A ticket as others see it who scan its code. */
export const TicketView = Ticket.extend({
  ownerName: z.string(),
  isOwn: z.boolean(),
  /** For staff who may open the member's page. */
  memberId: z.number().int().nullable(),
  /** The last day it can be extended to. */
  latestDay: LastDay,
})

export type TicketView = z.infer<typeof TicketView>

export const ticketFields = {
  kind: z.enum(ticketKinds),
  what: z.string().trim().min(1, fieldMessages.empty).pipe(Text(100)),
  untilOn: z.union([z.literal(''), FutureDay]).default(''),
}

export const lastDayMissing = { path: ['untilOn'], message: 'Enter the last day.' }

export const needsLastDay = ({ kind, untilOn }: { kind: string; untilOn: string }) => kind === 'box' || untilOn !== ''
