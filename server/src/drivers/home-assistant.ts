import { setTimeout as wait } from 'node:timers/promises'
import type { HomeAssistantSettings } from '@spacekeeper/contract/drivers/shapes.ts'
import { z } from 'zod'
import { callRelay, below } from './relay-calls.ts'
import { driverFault, driverProblemOf, type OpenDriver } from './relay-driver.ts'

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
export const switchServiceOf = (entity: string, isOn: boolean): string => {
  const [domain = ''] = entity.split('.')
  if (domain === 'lock') return isOn ? 'lock/unlock' : 'lock/lock'
  return isOn ? `${domain}/turn_on` : `${domain}/turn_off`
}

/**
 * How long a lock or switch may take to be as it was told. The hub answers when a service has run, while most devices
 * confirm later, and some services take several seconds.
 */
const patienceMs = 6_000

const askAgainMs = 200

/** Null for what took too long: whether it was done shows by asking. Any other fault is thrown on. */
const unlessLate = async <T>(call: Promise<T>): Promise<T | null> => {
  try {
    return await call
  } catch (error) {
    if (driverProblemOf(error) === 'timedOut') return null
    throw error
  }
}

/** Locks and switches that Home Assistant looks after, over its REST API. */
export const driveHomeAssistant: OpenDriver<HomeAssistantSettings> = ({ settings, secret }) => {
  const { address, entity, energyEntity } = settings
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
  const state = async (of: string) =>
    readHomeAssistant(await callRelay(below(address, `/api/states/${encodeURIComponent(of)}`), { headers }))
  const call = async (service: string) => {
    const body = JSON.stringify({ entity_id: entity })
    readHomeAssistant(await callRelay(below(address, `/api/services/${service}`), { method: 'POST', headers, body }))
  }
  const ask = async () => isEntityOn(await state(entity))
  const turn = async (isOn: boolean) => {
    // It answers 200 for entities it does not know, so the state is what counts, before and after.
    await ask()
    const givenUpAt = performance.now() + patienceMs
    await unlessLate(call(switchServiceOf(entity, isOn)))
    while ((await unlessLate(ask())) !== isOn) {
      if (performance.now() > givenUpAt) throw driverFault('timedOut')
      await wait(askAgainMs)
    }
  }
  return {
    timesBumps: false,
    readState: async () => ({
      isOn: await ask(),
      hasMeter: energyEntity !== '',
      energyKwh: energyEntity === '' ? null : entityEnergy(await state(energyEntity)),
      powerWatts: null,
    }),
    command: async (command) => {
      switch (command.name) {
        case 'lock':
          return turn(false)
        case 'unlock':
        case 'bump':
          return turn(true)
        case 'reboot':
          // Nothing there can be restarted; the hub asks the device anew.
          await unlessLate(call('homeassistant/update_entity'))
          return undefined
      }
    },
    close: () => undefined,
  }
}
