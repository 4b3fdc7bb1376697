import { z } from 'zod'
import type { StripeApi } from './api.ts'
import { deliveries } from './events.ts'
import { requestFaults, webhookFaults } from './faults.ts'
import type { ControlHandler } from './part.ts'
import type { StripeUniverse } from './world.ts'

const Fault = z.object({
  what: z.enum([...requestFaults, ...webhookFaults]),
  on: z.string().exactOptional(),
  type: z.string().exactOptional(),
  times: z.number().int().positive().exactOptional(),
  delayMs: z.number().nonnegative().exactOptional(),
})
const Advance = z.object({ to: z.iso.datetime() })
const Ids = z.object({ ids: z.array(z.string()) })

type Controls = Record<string, (body: Record<string, unknown>) => unknown>

/** What another process may ask over `POST /_control/NAME`, beside what the parts bring. */
export const controlsOf = (input: {
  universe: StripeUniverse
  api: StripeApi
  ofParts: Record<string, ControlHandler>
}): Controls => {
  const { universe, api, ofParts } = input
  const { world, faults } = universe
  const own: Controls = {
    now: () => ({ now: new Date(world.clock.ms()).toISOString() }),
    advance: async (body) => {
      await universe.advance(new Date(Advance.parse(body).to))
      return { now: new Date(world.clock.ms()).toISOString() }
    },
    idle: () => universe.idle(),
    fault: (body) => faults.add(Fault.parse(body)),
    'clear-faults': () => faults.clear(),
    faults: () => faults.list(),
    deliveries: () => world.store.all(deliveries).toReversed(),
    requests: () => api.log,
    /** Ids that exist in live mode only. */
    live: (body) => {
      for (const id of Ids.parse(body).ids) world.store.liveIds.add(id)
    },
  }
  const fromParts = Object.entries(ofParts).map(
    ([name, handle]) => [name, (body: Record<string, unknown>) => handle(world, body)] as const,
  )
  return { ...own, ...Object.fromEntries(fromParts) }
}
