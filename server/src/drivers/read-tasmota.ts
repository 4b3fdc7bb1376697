import { z } from 'zod'
import { driverFault } from './driver-fault.ts'

/** Firmware of all ages says so with 200 or 401. */
const Refused = z.object({ WARNING: z.string() })
const Unknown = z.object({ Command: z.enum(['Unknown', 'Error']) })
const Answer = z.record(z.string(), z.unknown())

/** The answer of a plug to a command, as an object; throws a fault for what is no answer. */
export const readTasmota = (answer: { status: number; body: unknown }): Record<string, unknown> => {
  if (answer.status === 401 || Refused.safeParse(answer.body).success) throw driverFault('wrongSecret')
  if (Unknown.safeParse(answer.body).success) throw driverFault('wrongOutput')
  const body = Answer.safeParse(answer.body)
  if (answer.status !== 200 || !body.success) throw driverFault('notUnderstood')
  return body.data
}

const Switched = z.enum(['ON', 'OFF'])

/** Whether an output is on. With one relay it is called POWER, with several POWER1 and so on. */
export const isTasmotaOn = (body: Record<string, unknown>, output: number): boolean => {
  const named = body[`POWER${output}`] ?? (output === 1 ? body['POWER'] : undefined)
  if (named === undefined && ('POWER' in body || 'POWER1' in body)) throw driverFault('wrongOutput')
  const power = Switched.safeParse(named)
  if (!power.success) throw driverFault('notUnderstood')
  return power.data === 'ON'
}

const Sensors = z.object({
  StatusSNS: z.object({ ENERGY: z.object({ Total: z.number(), Power: z.number() }).optional() }),
})

/** What its meter shows; plugs without one say nothing of energy. */
export const tasmotaEnergy = (body: unknown): { energyKwh: number | null; powerWatts: number | null } => {
  const sensors = Sensors.safeParse(body)
  const energy = sensors.success ? sensors.data.StatusSNS.ENERGY : undefined
  return { energyKwh: energy?.Total ?? null, powerWatts: energy?.Power ?? null }
}

/** The number a plug's own timer takes for so many seconds: tenths below twelve, then seconds and a hundred. */
export const pulseTime = (seconds: number): number => (seconds < 12 ? seconds * 10 : seconds + 100)
