import { z } from 'zod'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import type { DeviceSession } from './device-protocol.ts'
import { firmwareIn, ipAddressIn } from './rules.ts'

const Common = z.discriminatedUnion('command', [
  z.object({ command: z.literal('ping') }),
  z.object({ command: z.literal('ip_address'), ip_address: z.string().max(45), firmware: z.unknown().optional() }),
  z.object({ command: z.literal('firmware'), firmware: z.unknown().optional() }),
])

const known = new Set<unknown>(['ping', 'ip_address', 'firmware'])

/** Answers what devices of every kind say; false when the message is something else. */
export const handleCommon = async (session: DeviceSession, message: Record<string, unknown>): Promise<boolean> => {
  if (!known.has(message.command)) return false
  const common = Common.safeParse(message)
  if (!common.success) session.send({ command: 'error' })
  else if (common.data.command === 'ping') session.send({ command: 'pong' })
  else {
    const address = common.data.command === 'ip_address' ? ipAddressIn(common.data.ip_address) : null
    await recordFacts(session, { address, firmware: firmwareIn(common.data.firmware) })
  }
  return true
}

/** Says nothing twice: boards tell the same with every connection. */
const recordFacts = async (
  { ctx, deviceId }: DeviceSession,
  { address, firmware }: { address: string | null; firmware: string | null },
) => {
  if (address === null && firmware === null) return
  await record(ctx, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('devices')
      .set({ ...(address !== null && { ip_address: address }), ...(firmware !== null && { firmware }) })
      .where('id', '=', deviceId)
      .where((is) =>
        is.or([
          ...(address === null ? [] : [is('ip_address', 'is distinct from', address)]),
          ...(firmware === null ? [] : [is('firmware', 'is distinct from', firmware)]),
        ]),
      )
      .executeTakeFirst()
    const tell =
      numUpdatedRows > 0n ? [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } })] : []
    return { result: undefined, tell }
  })
}
