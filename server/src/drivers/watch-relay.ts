import type { DriverProblem, RelaySettings } from '@spacekeeper/contract/drivers.ts'
import type { Ctx } from '#platform/ctx.ts'
import { problemOf } from './driver-fault.ts'
import { keepRelay, noteRelay } from './note-relay.ts'
import type { listRelays } from './queries.ts'
import type { RelayDriver, RelayState } from './relay-driver.ts'

export type RelayRow = Awaited<ReturnType<typeof listRelays>>[number]

/** A relay as the process that drives it knows it. */
export type WatchedRelay = {
  /** The device as the one who acts. */
  ctx: Ctx
  row: RelayRow
  settings: RelaySettings
  driver: RelayDriver
  /** It was heard of. */
  seen: () => void
  /** The use during which it was last seen on. */
  seenOnFor: string | null
  known: { problem: DriverProblem | null; isOn: boolean | null } | null
}

type Kept = { is_held_on?: boolean; close_at?: Date | null }

/** Keeps what whoever drives it next has to know. */
export const keep = async (relay: WatchedRelay, kept: Kept): Promise<void> => {
  await keepRelay(relay.ctx, { deviceId: relay.row.id, ...kept })
  relay.row = { ...relay.row, ...kept }
}

const note = async (
  relay: WatchedRelay,
  { problem, isOn }: { problem: DriverProblem | null; isOn: boolean | null },
) => {
  const { known, ctx, row } = relay
  const isArrival = problem === null && known?.problem !== null
  const isNews = known === null || known.problem !== problem || (isOn !== null && known.isOn !== isOn)
  if (isNews) await noteRelay(ctx, { deviceId: row.id, problem, isOn, isArrival })
  relay.known = { problem, isOn: isOn ?? known?.isOn ?? null }
  if (problem === null) relay.seen()
}

/** Notes why the relay could not be asked; whatever else failed is thrown on. */
export const noteFault = (relay: WatchedRelay, error: unknown): Promise<void> =>
  note(relay, { problem: problemOf(error), isOn: null })

/** What it says now; null, and noted, when it cannot be asked. */
export const watchRelay = async (relay: WatchedRelay): Promise<RelayState | null> => {
  try {
    const state = await relay.driver.readState()
    await note(relay, { problem: null, isOn: state.isOn })
    return state
  } catch (error) {
    await noteFault(relay, error)
    return null
  }
}

export const switchOff = async (relay: WatchedRelay): Promise<void> => {
  await relay.driver.command({ name: 'lock' })
  relay.seenOnFor = null
  if (relay.row.is_held_on || relay.row.close_at) await keep(relay, { is_held_on: false, close_at: null })
}
