import { z } from 'zod'

export const deviceKinds = ['door', 'interlock', 'memberbucks'] as const
export const DeviceKind = z.enum(deviceKinds)
export type DeviceKind = z.infer<typeof DeviceKind>

/** A serial number that can stand in an address. */
export const Serial = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,50}$/, 'Letters, digits, dot, dash and underscore, at most 50.')

/** What the server may tell a device to do. */
export const deviceCommands = ['sync', 'bump', 'lock', 'unlock', 'reboot'] as const
export const DeviceCommand = z.enum(deviceCommands)
export type DeviceCommand = z.infer<typeof DeviceCommand>

/** A card number arrives as text or as a number; null and nothing mean that the reader had none. */
export const CardId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((id) => (id === null || id === undefined ? null : String(id).trim().slice(0, 50) || null))

/** The first message of every device. */
export const Authenticate = z.object({ command: z.literal('authenticate'), secret_key: z.string().max(200) })

/** What a door sends once it is known. Whatever else it says is passed over. */
export const DoorMessage = z.discriminatedUnion('command', [
  z.object({ command: z.literal('ping') }),
  z.object({ command: z.literal('ip_address'), ip_address: z.string().max(45) }),
  z.object({ command: z.literal('sync') }),
  z.object({ command: z.literal('log_access'), card_id: CardId }),
  z.object({ command: z.literal('log_access_denied'), card_id: CardId }),
  z.object({ command: z.literal('log_access_locked_out'), card_id: CardId }),
])
export type DoorMessage = z.infer<typeof DoorMessage>

/** Replies and pushes to a door. The answer to `authenticate` carries no command. */
export const ToDoor = z.union([
  z.object({ authorised: z.boolean() }),
  z.discriminatedUnion('command', [
    z.object({ command: z.literal('pong') }),
    z.object({ command: z.literal('error') }),
    z.object({ command: z.literal('sync'), tags: z.array(z.string()), hash: z.string() }),
    z.object({ command: z.literal('update_device_locked_out'), locked_out: z.boolean() }),
    z.object({ command: z.enum(['bump', 'lock', 'unlock', 'reboot']) }),
    z.object({
      command: z.enum(['log_access', 'log_access_denied', 'log_access_locked_out']),
      success: z.boolean(),
      reason: z.string().optional(),
    }),
  ]),
])
export type ToDoor = z.infer<typeof ToDoor>
