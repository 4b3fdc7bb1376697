import { z } from 'zod'
import { record } from '#platform/db/change.ts'
import type { DeviceSession } from './device-protocol.ts'
import { ipAddressIn } from './rules.ts'

const Common = z.discriminatedUnion('command', [
  z.object({ command: z.literal('ping') }),
  z.object({ command: z.literal('ip_address'), ip_address: z.string().max(45) }),
])

/** Answers what devices of every kind say; false when the message is something else. */
export const handleCommon = async (session: DeviceSession, message: Record<string, unknown>): Promise<boolean> => {
  if (message.command !== 'ping' && message.command !== 'ip_address') return false
  const common = Common.safeParse(message)
  if (!common.success) session.send({ command: 'error' })
  else if (common.data.command === 'ping') session.send({ command: 'pong' })
  else await recordAddress(session, ipAddressIn(common.data.ip_address))
  return true
}

const recordAddress = async ({ ctx, deviceId }: DeviceSession, address: string | null) => {
  if (address === null) return
  await record(ctx, async (tx) => {
    await tx
      .updateTable('devices')
      .set({ ip_address: address })
      .where('id', '=', deviceId)
      .where('ip_address', 'is distinct from', address)
      .execute()
    return { result: undefined }
  })
}
