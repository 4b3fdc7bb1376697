import { join } from 'node:path'
import { z } from 'zod'
import { spawnProgram } from './spawn-program.ts'

const SwipeAnswer = z.object({ outcome: z.string(), isReported: z.boolean(), isAcknowledged: z.boolean() })
const State = z.object({
  tags: z.array(z.string()),
  isAuthorised: z.boolean(),
  isConnected: z.boolean(),
  isLockedOut: z.boolean(),
  isUnlocked: z.boolean(),
  events: z.array(z.string()),
})

export type DoorProcessOptions = { name: string; server: string; serial: string; key: string; storeDir: string }

/** A simulated door that runs as a program of its own, as the real one does. */
export type DoorProcess = {
  name: string
  /** Holds a card to the reader; what the door did with it. */
  swipe: (card: string) => Promise<z.infer<typeof SwipeAnswer>>
  state: () => Promise<z.infer<typeof State>>
  stop: () => void
}

/** Resolves once the program takes cards; whether it reaches the portal shows in `state()`. */
export const startDoorProcess = async (options: DoorProcessOptions): Promise<DoorProcess> => {
  const { name, server, serial, key, storeDir } = options
  const store = join(storeDir, `${serial}.json`)
  const fixed = ['--reconnect', '2', '--unlock', '2']
  const args = ['door', '--server', server, '--serial', serial, '--store', store, ...fixed]
  const { ask, stop } = await spawnProgram({ name: `door ${name}`, key, args })
  return {
    name,
    swipe: async (card) => SwipeAnswer.parse(await ask('/swipe', { card })),
    state: async () => State.parse(await ask('/state')),
    stop,
  }
}
