import { isIP } from 'node:net'
import { z } from 'zod'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { recordDeviceReport } from '../devices/presence.ts'
import type { DeviceSession } from './device-protocol.ts'

const CommonMessage = z.discriminatedUnion('command', [
  z.object({ command: z.literal('ping') }),
  z.object({ command: z.literal('ip_address'), ip_address: z.string().max(45), firmware: z.unknown().optional() }),
  z.object({ command: z.literal('firmware'), firmware: z.unknown().optional() }),
])

const commonCommands = new Set<unknown>(['ping', 'ip_address', 'firmware'])

/** Answers messages that devices of every kind send; false for any other message. */
export const handleCommon = async (session: DeviceSession, message: Record<string, unknown>): Promise<boolean> => {
  if (!commonCommands.has(message.command)) return false
  const common = CommonMessage.safeParse(message)
  if (!common.success) session.send({ command: 'error' })
  else if (common.data.command === 'ping') session.send({ command: 'pong' })
  else {
    const address = common.data.command === 'ip_address' ? ipAddressIn(common.data.ip_address) : null
    await recordFacts(session, { address, firmware: firmwareIn(common.data.firmware) })
  }
  return true
}

/** Screens are told only of changes: boards report the same with every connection. */
const recordFacts = async (
  { ctx, deviceId }: DeviceSession,
  { address, firmware }: { address: string | null; firmware: string | null },
) => {
  if (address === null && firmware === null) return
  await record(ctx, async (work) => {
    const isNew = await recordDeviceReport(work, { deviceId, address, firmware })
    const tell = isNew ? [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access'] } })] : []
    return { result: undefined, tell }
  })
}

/** The IP address a device reports; null if it is not valid. */
export const ipAddressIn = (text: string): string | null => (isIP(text.trim()) ? text.trim() : null)

const longestFirmware = 100

/** The firmware version a device reports, on one line; null if there is nothing readable. */
export const firmwareIn = (said: unknown): string | null => {
  if (typeof said !== 'string') return null
  const line = said
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, longestFirmware)
    .trim()
  return line === '' ? null : line
}
