import { z } from 'zod'
import { commandsOf } from '../devices/words.ts'
import { CardId } from '../gateway/shapes.ts'

/** What the meter of a machine shows, in kWh; whatever is no number counts as nothing. */
const Reading = z
  .unknown()
  .optional()
  .transform((kwh) => (typeof kwh === 'number' && Number.isFinite(kwh) ? kwh : null))

/** No card has a null byte in its number, and the database keeps none. */
const MachineCard = CardId.transform((card) => (card?.includes('\u0000') ? null : card))

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
    z.object({ command: z.enum(commandsOf('interlock')) }),
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
  .min(0, 'Not less than nothing.')
  .max(1_000_000, 'At most 10,000.00.')

/** What the use of a machine costs, in cents, how long it may last, and with how little it may begin. Null: no limit. */
export const MachinePrices = z.object({
  costPerSessionCents: Cents,
  costPerHourCents: Cents,
  costPerKwhCents: Cents,
  maxSessionMinutes: z
    .number()
    .int('A number of whole minutes.')
    .min(1, 'At least one minute.')
    .max(10_080, 'At most a week.')
    .nullable(),
  minBalanceCents: z
    .number()
    .int('An amount in whole cents.')
    .min(-1_000_000, 'At most 10,000.00.')
    .max(1_000_000, 'At most 10,000.00.')
    .nullable(),
})

export type MachinePrices = z.infer<typeof MachinePrices>
