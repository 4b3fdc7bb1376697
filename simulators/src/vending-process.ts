import { z } from 'zod'
import { spawnProgram } from './spawn-program.ts'

const Answer = z.object({ outcome: z.string(), display: z.string() })
const State = z.object({
  isConnected: z.boolean(),
  isAuthorised: z.boolean(),
  isLockedOut: z.boolean(),
  display: z.string(),
  slots: z.array(z.object({ id: z.string(), name: z.string(), priceCents: z.number(), left: z.number() })),
  dispensed: z.array(z.string()),
  events: z.array(z.string()),
})

export type VendingProcessOptions = {
  name: string
  server: string
  serial: string
  key: string
  slots: readonly { id: string; name: string; priceCents: number }[]
}

/** A simulated vending machine that runs as a program of its own, as the real one does. */
export type VendingProcess = {
  name: string
  /** Holds a card to the reader: `accepted`, `refused` or `notReported`, with what the display says. */
  swipe: (card: string) => Promise<z.infer<typeof Answer>>
  /** Presses the button of a slot: `sold`, `refused`, or why nothing was asked for. */
  select: (slotId: string) => Promise<z.infer<typeof Answer>>
  state: () => Promise<z.infer<typeof State>>
  stop: () => void
}

/** Resolves once the program takes cards; whether it reaches the portal shows in `state()`. */
export const startVendingProcess = async (options: VendingProcessOptions): Promise<VendingProcess> => {
  const { name, server, serial, key } = options
  const slots = options.slots.flatMap((slot) => ['--slot', `${slot.id}:${slot.priceCents}:${slot.name}`])
  const args = ['memberbucks', '--server', server, '--serial', serial, '--reconnect', '2', ...slots]
  const { ask, stop } = await spawnProgram({ name: `vending machine ${name}`, key, args })
  return {
    name,
    swipe: async (card) => Answer.parse(await ask('/swipe', { card })),
    select: async (slot) => Answer.parse(await ask('/select', { slot })),
    state: async () => State.parse(await ask('/state')),
    stop,
  }
}
