import { DriverProblem, type DriverTest } from '@spacekeeper/contract/drivers/shapes.ts'
import { z } from 'zod'

/** What a relay says of itself. */
export type RelayReading = {
  /** On: a machine may run, a door is open. */
  isOn: boolean
  /** It has a meter, whether or not what that shows can be read. */
  hasMeter: boolean
  /** What its meter has counted over its life; null without a meter, and while it cannot be read. */
  energyKwh: number | null
  powerWatts: number | null
}

export type RelayCommand = { name: 'lock' | 'unlock' | 'reboot' } | { name: 'bump'; seconds: number }

/** A way to reach relays of one make, for one relay: see `docs/guide/drivers.md`. */
export type RelayDriver = {
  /** Asks the relay. Throws a fault (`driver-fault.ts`) when it gives no answer that counts. */
  readState: () => Promise<RelayReading>
  /** Has it do something and resolves once it said that it did; throws a fault otherwise. Must not take long. */
  command: (command: RelayCommand) => Promise<void>
  /** Whether the relay ends a `bump` by itself; otherwise the portal does. */
  timesBumps: boolean
  close: () => void
}

export type DriverInput<Settings> = {
  settings: Settings
  /** Password or token; empty when none is set. */
  secret: string
  /** For drivers that hear of changes: asks for the state to be read now. */
  onChange: () => void
}

export type OpenDriver<Settings> = (input: DriverInput<Settings>) => RelayDriver

/** Energy would be charged by this meter, but it shows nothing that can be read. */
export const hasUnreadableMeter = ({ hasMeter, energyKwh }: RelayReading): boolean => hasMeter && energyKwh === null

/** What a driver throws when a relay gives no answer that counts. */
export const driverFault = (problem: DriverProblem, cause?: unknown): Error =>
  Object.assign(new Error(`the relay could not be asked: ${problem}`, { cause }), { problem })

const Fault = z.object({ problem: DriverProblem })

/** The problem of a fault. What is none is a mistake of ours, and is thrown on. */
export const driverProblemOf = (error: unknown): DriverProblem => {
  const fault = Fault.safeParse(error)
  if (!fault.success) throw error
  return fault.data.problem
}

/** A test that failed, by its fault. */
export const failedTest = (error: unknown): DriverTest => ({
  problem: driverProblemOf(error),
  isOn: null,
  hasMeter: null,
  energyKwh: null,
  powerWatts: null,
})
