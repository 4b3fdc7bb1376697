/** What a relay says of itself. */
export type RelayState = {
  /** On: a machine may run, a door is open. */
  isOn: boolean
  /** What its meter has counted over its life; null without a meter. */
  energyKwh: number | null
  powerWatts: number | null
}

export type RelayCommand = { name: 'lock' | 'unlock' | 'reboot' } | { name: 'bump'; seconds: number }

/** A way to reach relays of one make, for one relay: see `docs/guide/drivers.md`. */
export type RelayDriver = {
  /** Asks the relay. Throws a fault (`driver-fault.ts`) when it gives no answer that counts. */
  readState: () => Promise<RelayState>
  /** Has it do something and resolves once it said that it did; throws a fault otherwise. Must not take long. */
  command: (command: RelayCommand) => Promise<void>
  /** Whether the relay ends a `bump` by itself, so that nobody has to. */
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
