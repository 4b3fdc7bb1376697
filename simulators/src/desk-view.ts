/** The lamp on a reader: off without a line to the portal. */
export type Light = 'off' | 'green' | 'amber' | 'red'

/** Something on the desk, as the page shows it. */
export type DeskDevice = {
  id: string
  name: string
  kind: string
  light: Light
  /** What the relay does, in a few words. */
  relay: string
  /** More that a display or a meter would show. */
  display: string
  hasReader: boolean
  /** What one can press beside the reader. */
  choices: { id: string; label: string; isSoldOut: boolean }[]
  /** The last things that happened, the newest first. */
  events: string[]
}

/** What a device says of itself; its place on the desk says the rest. */
export type DeskView = Omit<DeskDevice, 'id' | 'name' | 'hasReader'>

/** A card one can take in the hand. */
export type DeskCard = { number: string; name: string; is: string; balanceCents: number | null }

export type Desk = { cards: DeskCard[]; devices: DeskDevice[] }

type Line = { isConnected: boolean; isAuthorised: boolean; isLockedOut: boolean; events: readonly string[] }

const shownEvents = 8

const common = ({ events }: Line) => ({ choices: [], events: events.slice(-shownEvents).toReversed() })
const lightOf = (line: Line, isOn: boolean): Light => {
  if (!line.isAuthorised) return 'off'
  if (line.isLockedOut) return 'amber'
  return isOn ? 'green' : 'red'
}
const lineWords = ({ isConnected, isAuthorised, isLockedOut }: Line) => {
  if (!isConnected) return 'No line to the portal'
  if (!isAuthorised) return 'The portal does not know it'
  return isLockedOut ? 'Locked out for maintenance' : ''
}
const joined = (...words: string[]) => words.filter((word) => word !== '').join(' · ')

export type DoorFacts = Line & { isUnlocked: boolean; tags: readonly string[] }

/** A door: red while it is locked, green while it is open. */
export const viewDoor = (door: DoorFacts): DeskView => ({
  ...common(door),
  kind: 'Door',
  light: lightOf(door, door.isUnlocked),
  relay: door.isUnlocked ? 'Open' : 'Locked',
  display: joined(lineWords(door), `${door.tags.length} ${door.tags.length === 1 ? 'card' : 'cards'} on its list`),
})

export type MachineFacts = Line & { isOn: boolean; sessionId: string | null; meterKwh: number }

/** A machine: green while it has power. */
export const viewMachine = (machine: MachineFacts): DeskView => ({
  ...common(machine),
  kind: 'Machine',
  light: lightOf(machine, machine.isOn),
  relay: machine.isOn ? (machine.sessionId === null ? 'Switched on by staff' : 'Running') : 'Off',
  display: joined(lineWords(machine), `Meter ${machine.meterKwh.toFixed(3)} kWh`),
})

type SlotFacts = { id: string; name: string; priceCents: number; left: number }
export type VendingFacts = Line & { display: string; slots: readonly SlotFacts[]; dispensed: readonly string[] }

/** A vending machine: green while it sells. */
export const viewVending = (machine: VendingFacts): DeskView => {
  const last = machine.dispensed.at(-1)
  const fell = machine.slots.find(({ id }) => id === last)?.name ?? last
  return {
    ...common(machine),
    kind: 'Vending machine',
    light: lightOf(machine, true),
    relay: fell === undefined ? 'Nothing in the tray' : `In the tray: ${fell}`,
    display: joined(lineWords(machine), machine.display),
    choices: machine.slots.map(({ id, name, priceCents, left }) => ({
      id,
      label: `${name} ${(priceCents / 100).toFixed(2)}`,
      isSoldOut: left === 0,
    })),
  }
}

/** The reader beside a kiosk: green while a screen listens. */
export const viewCardReader = (reader: { url: string; clients: number; events: readonly string[] }): DeskView => ({
  choices: [],
  events: reader.events.slice(-shownEvents).toReversed(),
  kind: 'Card reader',
  light: reader.clients > 0 ? 'green' : 'off',
  relay: reader.clients > 0 ? 'A kiosk listens' : 'No kiosk listens',
  display: reader.url,
})

export type PlugFacts = { isOn: boolean; energyKwh: number; powerWatts: number; events: readonly string[] }

/** A plug behind a driver: no reader, but a button of its own. */
export const viewPlug = (plug: PlugFacts): DeskView => ({
  choices: [{ id: 'button', label: 'Press its button', isSoldOut: false }],
  events: plug.events.slice(-shownEvents).toReversed(),
  kind: 'Plug with a relay',
  light: plug.isOn ? 'green' : 'red',
  relay: plug.isOn ? 'On' : 'Off',
  display: `Meter ${plug.energyKwh.toFixed(3)} kWh · ${plug.powerWatts} W`,
})
