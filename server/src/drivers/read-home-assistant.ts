import { z } from 'zod'
import { driverFault } from './driver-fault.ts'

const Entity = z.object({ state: z.string(), attributes: z.object({ unit_of_measurement: z.string().optional() }) })

/** The body of an answer; throws a fault for what is no answer. */
export const readHomeAssistant = ({ status, body }: { status: number; body: unknown }): unknown => {
  if (status === 401 || status === 403) throw driverFault('wrongSecret')
  if (status === 404 && body !== null) throw driverFault('wrongOutput')
  // A service it does not know, and one that failed.
  if (status === 400 || status === 500) throw driverFault('unavailable')
  if (status !== 200 || body === null) throw driverFault('notUnderstood')
  return body
}

/** A lock counts as on from the moment it opens; one that is stuck is neither open nor shut. */
const on = new Set(['on', 'unlocked', 'unlocking', 'open', 'opening'])
const off = new Set(['off', 'locked', 'locking'])

/** Whether a switch is on or a lock open. */
export const isEntityOn = (body: unknown): boolean => {
  const entity = Entity.safeParse(body)
  if (!entity.success) throw driverFault('notUnderstood')
  const { state } = entity.data
  if (!on.has(state) && !off.has(state)) throw driverFault('unavailable')
  return on.has(state)
}

const kwhIn: Record<string, number> = { Wh: 0.001, kWh: 1, MWh: 1_000 }

/** What a sensor of energy shows, in kWh; null while it shows nothing. */
export const entityEnergy = (body: unknown): number | null => {
  const entity = Entity.safeParse(body)
  if (!entity.success) throw driverFault('notUnderstood')
  const { state, attributes } = entity.data
  const value = state.trim() === '' ? Number.NaN : Number(state)
  const factor = kwhIn[attributes.unit_of_measurement ?? 'kWh']
  return Number.isFinite(value) && factor !== undefined ? value * factor : null
}

/** Which service switches an entity: locks have words of their own. */
export const serviceOf = (entity: string, isOn: boolean): string => {
  const [domain = ''] = entity.split('.')
  if (domain === 'lock') return isOn ? 'lock/unlock' : 'lock/lock'
  return isOn ? `${domain}/turn_on` : `${domain}/turn_off`
}
