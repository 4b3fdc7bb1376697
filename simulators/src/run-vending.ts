import { createInterface } from 'node:readline'
import { startControl, type ControlledDevice } from './control.ts'
import { startVendingMachine, type Slot, type VendingMachine } from './vending-machine.ts'

export type VendingProgram = {
  server: string
  serial: string
  key: string
  ip: string
  reconnectMs: number
  slots: readonly Slot[]
  isInteractive: boolean
  control: number | undefined
}

const waitMs = 15_000

const swipeAndWait = async (machine: VendingMachine, card: string) => {
  if (machine.swipe(card) !== 'asked') return { outcome: 'notReported', display: machine.state().display }
  const { card: held, display } = await machine.until(
    ({ card: now, balanceCents }) => now === null || balanceCents !== null,
    waitMs,
  )
  return { outcome: held === null ? 'refused' : 'accepted', display }
}

const selectAndWait = async (machine: VendingMachine, slotId: string) => {
  const before = machine.state().dispensed.length
  const selected = machine.select(slotId)
  if (selected !== 'asked') return { outcome: selected, display: machine.state().display }
  const { dispensed, display } = await machine.until(({ sale }) => sale === null, waitMs)
  return { outcome: dispensed.length > before ? 'sold' : 'refused', display }
}

const controlled = (machine: VendingMachine): ControlledDevice => ({
  state: () => ({ ...machine.state(), events: machine.events.map(({ text }) => text) }),
  swipe: (card) => swipeAndWait(machine, card),
  select: (slotId) => selectAndWait(machine, slotId),
})

/** `3:250:Cola` as it is given on the command line; what is in the slot lasts for ever. */
export const readSlot = (text: string): Slot | null => {
  const [, id, cents, name] = /^([^:]+):(\d+):(.+)$/.exec(text) ?? []
  return id && name && Number(cents) > 0 ? { id, name, priceCents: Number(cents), left: 1_000_000 } : null
}

/** A vending machine as a program, until it is asked to end. */
export const runVending = async (program: VendingProgram): Promise<void> => {
  const { serial, ip, isInteractive, control, ...options } = program
  const say = (text: string) => console.log(`${new Date().toISOString()} memberbucks ${serial}: ${text}`)
  const machine = startVendingMachine({ ...options, serial, ipAddress: ip, onEvent: ({ text }) => say(text) })
  const end = () => void machine.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  if (control !== undefined)
    say(`listens on http://127.0.0.1:${(await startControl(controlled(machine), control)).port}`)
  if (!isInteractive) return
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [card, slot] = line.trim().split(/\s+/)
    if (!card) return
    void swipeAndWait(machine, card).then((answer) =>
      slot && answer.outcome === 'accepted' ? selectAndWait(machine, slot) : undefined,
    )
  })
}
