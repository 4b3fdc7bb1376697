import { z } from 'zod'
import { commandScopes, type DeviceCommand } from './devices.ts'
import { Empty, Id, routes } from './route.ts'

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

const Params = z.object({ interlockId: Id })

const command = <const C extends DeviceCommand>(name: C, summary: string) =>
  ({
    method: 'POST',
    path: `/api/access/interlocks/:interlockId/${name}/`,
    access: 'staff.devices',
    apiKey: commandScopes[name],
    summary,
    params: Params,
    unknownFields: 'ignored',
    output: z.object({ success: z.boolean() }),
    errors: ['notFound', 'notAllowed', 'bumpApiOff', 'deviceOffline'],
  }) as const

export const interlocks = routes({
  getPrices: {
    method: 'GET',
    path: '/api/admin/interlocks/:interlockId/prices/',
    access: 'staff.devices',
    summary: 'What the use of a machine costs, and its limits.',
    params: Params,
    output: MachinePrices,
    errors: ['notFound'],
  },
  setPrices: {
    method: 'PUT',
    path: '/api/admin/interlocks/:interlockId/prices/',
    access: 'staff.devices',
    summary: 'Changes what a machine costs and its limits, from the next use on. What is left out stays as it is.',
    params: Params,
    body: MachinePrices.partial(),
    output: Empty,
    errors: ['notFound'],
  },
  lock: command('lock', 'Switches a machine off, whoever uses it.'),
  unlock: command('unlock', 'Switches a machine on without a use that anybody pays for.'),
  reboot: command('reboot', 'Restarts the controller of a machine.'),
})
