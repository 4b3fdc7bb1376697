import { z } from 'zod'
import { commandsOf } from '../devices/words.ts'
import { tooMuchMoney } from '../field-words.ts'
import { CardId, isStorable } from '../gateway/shapes.ts'
import { Instant } from '../route.ts'

/** What the meter of a machine shows, in kWh; whatever is no number counts as nothing. */
const Reading = z
  .unknown()
  .optional()
  .transform((kwh) => (typeof kwh === 'number' && Number.isFinite(kwh) ? kwh : null))

/** No card has such a number. */
const MachineCard = CardId.transform((card) => (isStorable(card) ? card : null))

/** What a machine sends beyond what all devices do. */
export const InterlockMessage = z.discriminatedUnion('command', [
  z.object({ command: z.literal('interlock_session_start'), card_id: MachineCard }),
  z.object({ command: z.literal('interlock_session_update'), session_id: z.uuid(), session_kwh: Reading }),
  z.object({
    command: z.literal('interlock_session_end'),
    session_id: z.uuid(),
    session_kwh: Reading,
    // Whatever was held to the machine: it has stopped, and its use must end.
    card_id: MachineCard.catch(null),
  }),
])

export type InterlockMessage = z.infer<typeof InterlockMessage>

/** Replies and pushes to a machine. The answer to `authenticate` carries no command. */
export const ToInterlock = z.union([
  z.object({ authorised: z.boolean() }),
  z.discriminatedUnion('command', [
    z.object({ command: z.enum(['ping', 'pong']) }),
    z.object({ command: z.literal('error') }),
    z.object({ command: z.literal('update_device_locked_out'), locked_out: z.boolean() }),
    z.object({ command: z.enum(commandsOf('interlock')).exclude(['sync']) }),
    z.object({ command: z.literal('interlock_session_start'), session_id: z.string() }),
    z.object({
      command: z.literal('interlock_session_rejected'),
      reason: z.enum(['rejected', 'locked_out', 'not_signed_in']),
    }),
    z.object({
      command: z.enum(['interlock_session_update', 'interlock_session_end']),
      success: z.boolean(),
      reason: z.literal('session_already_ended').optional(),
    }),
  ]),
])

export type ToInterlock = z.infer<typeof ToInterlock>

const Cents = z
  .number()
  .int('An amount in whole cents.')
  .min(0, 'Must be 0 or more.')
  .max(1_000_000, tooMuchMoney(1_000_000))

/**
 * What the use of a machine costs, in cents, how long it may last, and with how little it may begin. Null: no limit; for
 * the highest cost that of the space, and for what the machine draws `usualWatts`.
 */
export const MachinePrices = z.object({
  costPerSessionCents: Cents,
  costPerHourCents: Cents,
  costPerKwhCents: Cents,
  maxSessionMinutes: z.number().int('A number of whole minutes.').min(1, 'At least one minute.').max(10_080).nullable(),
  minBalanceCents: z
    .number()
    .int('An amount in whole cents.')
    .min(-1_000_000, tooMuchMoney(1_000_000))
    .max(1_000_000, tooMuchMoney(1_000_000))
    .nullable(),
  maxCostCents: Cents.min(1, 'Must be more than 0.').nullable(),
  ratedWatts: z.number().int('A number of whole watts.').min(10, 'At least 10 watts.').max(1_000_000).nullable(),
})

export type MachinePrices = z.infer<typeof MachinePrices>

/** A use whose meter jumped by more than the machine can draw. It is not charged until staff decide. */
export const HeldUse = z.object({
  id: z.uuid(),
  deviceId: z.number().int(),
  deviceName: z.string(),
  memberId: z.number().int(),
  memberName: z.string(),
  startedAt: Instant,
  /** Null while it goes on; staff decide afterwards. */
  endedAt: Instant.nullable(),
  energyKwh: z.number(),
  jumpKwh: z.number(),
  ratedWatts: z.number().int(),
  /** What is charged if staff accept the reading, and if they reject it. */
  acceptedCents: z.number().int(),
  rejectedCents: z.number().int(),
  canDecide: z.boolean(),
})

export type HeldUse = z.infer<typeof HeldUse>
