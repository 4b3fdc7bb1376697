import { isDeepStrictEqual } from 'node:util'
import type { DriverSettings } from '@spacekeeper/contract/drivers/shapes.ts'

/** What the portal knows of a relay when it has just been read. */
export type RelayFacts = {
  kind: 'door' | 'interlock'
  isOn: boolean
  isLockedOut: boolean
  /** Staff switched it on for good. */
  isHeldOn: boolean
  /** The use that was open before the relay was read. */
  useId: string | null
  /** The use during which it was last seen on. */
  seenOnFor: string | null
  /** When a door that was opened for a moment has to be closed. */
  closeAt: Date | null
  now: Date
}

/** `report`: the use goes on. `end`: the relay was switched off by hand, so the use is over. */
export type RelayStep = 'nothing' | 'report' | 'end' | 'switchOff' | 'endAndSwitchOff'

const stepOfMachine = ({ isOn, isLockedOut, isHeldOn, useId, seenOnFor }: RelayFacts): RelayStep => {
  // One that was not seen on yet is just about to be switched on.
  if (!isOn) return useId !== null && useId === seenOnFor ? 'end' : 'nothing'
  if (useId !== null) return isLockedOut ? 'endAndSwitchOff' : 'report'
  // On without a use: its button was pressed, or its use ended while it was out of reach.
  return isLockedOut || !isHeldOn ? 'switchOff' : 'nothing'
}

/** No opening lasts longer: a minute, and what slow relays take. */
const longestOpeningMs = 2 * 60_000

/**
 * Whether a door that was opened for a moment has to be closed. One that would be open for longer than any opening was
 * opened before the clock was set back.
 */
export const isToBeClosed = (closeAt: Date | null, now: Date): boolean =>
  closeAt !== null && (closeAt <= now || closeAt.getTime() - now.getTime() > longestOpeningMs)

const stepOfDoor = ({ isOn, isLockedOut, closeAt, now }: RelayFacts): RelayStep => {
  if (!isOn) return 'nothing'
  // It may be open on purpose, by other means; the portal closes only what it opened.
  return isLockedOut || isToBeClosed(closeAt, now) ? 'switchOff' : 'nothing'
}

/** What follows from what a relay said. */
export const stepOf = (facts: RelayFacts): RelayStep =>
  facts.kind === 'interlock' ? stepOfMachine(facts) : stepOfDoor(facts)

/** Whether a kept secret may go on being used: never for another place than it was entered for. */
export const keepsSecret = (
  before: { driver: string; address?: string },
  after: { driver: string; address?: string },
) => before.driver === after.driver && before.address === after.address

const atAddress = (address: string, part: string | number) =>
  `${new URL(address).href.replace(/\/+$/, '').toLowerCase()} ${part}`

/** What tells relays apart, whatever drives them; null for a device that connects by itself. */
export const relayKeyOf = (settings: DriverSettings): string | null => {
  switch (settings.driver) {
    case 'socket':
      return null
    case 'tasmota':
    case 'shelly':
      return atAddress(settings.address, settings.output)
    case 'homeAssistant':
      return atAddress(settings.address, settings.entity)
    case 'mqtt':
      return atAddress(settings.address, settings.commandTopic)
  }
}

/** Whether settings mean the same relay, however it is used: then what is on there may stay on. */
export const isSameRelay = (before: DriverSettings, after: DriverSettings): boolean =>
  isDeepStrictEqual({ ...before, openSeconds: 0 }, { ...after, openSeconds: 0 })
