import { createInterface } from 'node:readline'
import { startControl, type ControlledDevice } from './control.ts'
import { startMachine, type Machine } from './machine.ts'

export type MachineProgram = {
  server: string
  serial: string
  key: string
  ip: string
  reconnectMs: number
  meterKwh: number
  drawKw: number
  isInteractive: boolean
  control: number | undefined
}

const answerMs = 10_000

/** Holds a card to it, and waits for what the portal says. */
const swipeAndWait = async (machine: Machine, card: string) => {
  const swiped = machine.swipe(card)
  if (swiped !== 'asked') return { outcome: swiped, refusal: null }
  const { isOn, refusal } = await machine.until(({ isAsking }) => !isAsking, answerMs)
  return { outcome: isOn ? 'started' : 'refused', refusal }
}

const controlled = (machine: Machine): ControlledDevice => ({
  state: () => ({ ...machine.state(), events: machine.events.map(({ text }) => text) }),
  swipe: (card) => swipeAndWait(machine, card),
})

/** A machine as a program, until it is asked to end. */
export const runMachine = async (program: MachineProgram): Promise<void> => {
  const { serial, ip, isInteractive, control, ...options } = program
  const say = (text: string) => console.log(`${new Date().toISOString()} interlock ${serial}: ${text}`)
  const machine = startMachine({ ...options, serial, ipAddress: ip, onEvent: ({ text }) => say(text) })
  const end = () => void machine.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)
  if (control !== undefined)
    say(`listens on http://127.0.0.1:${(await startControl(controlled(machine), control)).port}`)
  if (!isInteractive) return
  createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim()) machine.swipe(line.trim())
  })
}
