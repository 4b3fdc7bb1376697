import { z } from 'zod'
import { spawnProgram } from './spawn-program.ts'

const SwipeAnswer = z.object({ outcome: z.string(), refusal: z.string().nullable() })
const State = z.object({
  isConnected: z.boolean(),
  isAuthorised: z.boolean(),
  isLockedOut: z.boolean(),
  isOn: z.boolean(),
  sessionId: z.string().nullable(),
  meterKwh: z.number(),
  events: z.array(z.string()),
})

export type MachineProcessOptions = { name: string; server: string; serial: string; key: string }

/** A simulated machine that runs as a program of its own, as the real one does. */
export type MachineProcess = {
  name: string
  /** Holds a card to the reader: `started`, `refused` with the reason, `ended` or `notReported`. */
  swipe: (card: string) => Promise<z.infer<typeof SwipeAnswer>>
  state: () => Promise<z.infer<typeof State>>
  stop: () => void
}

/** Resolves once the program takes cards; whether it reaches the portal shows in `state()`. */
export const startMachineProcess = async (options: MachineProcessOptions): Promise<MachineProcess> => {
  const { name, server, serial, key } = options
  const args = [
    'interlock',
    '--server',
    server,
    '--serial',
    serial,
    '--reconnect',
    '2',
    '--meter',
    '5120',
    '--draw',
    '2',
  ]
  const { ask, stop } = await spawnProgram({ name: `machine ${name}`, key, args })
  return {
    name,
    swipe: async (card) => SwipeAnswer.parse(await ask('/swipe', { card })),
    state: async () => State.parse(await ask('/state')),
    stop,
  }
}
