import { z } from 'zod'
import { commandsOf } from '../devices/words.ts'
import { CardId } from '../gateway/shapes.ts'

/** What a door sends once it is known. Everything else is ignored. */
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
    z.object({ command: z.enum(['ping', 'pong']) }),
    z.object({ command: z.literal('error') }),
    z.object({ command: z.literal('sync'), tags: z.array(z.string()), hash: z.string() }),
    z.object({ command: z.literal('update_device_locked_out'), locked_out: z.boolean() }),
    z.object({ command: z.enum(commandsOf('door')).exclude(['sync']) }),
    z.object({
      command: z.enum(['log_access', 'log_access_denied', 'log_access_locked_out']),
      success: z.boolean(),
      reason: z.string().optional(),
    }),
  ]),
])

export type ToDoor = z.infer<typeof ToDoor>
