import { isDeepStrictEqual } from 'node:util'
import type { DriverProblem, RelaySettings } from '@spacekeeper/contract/drivers/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { record } from '#platform/db/change.ts'
import { screens } from '#platform/live/screens.ts'
import { recordDeviceHeartbeat } from '../devices/presence.ts'
import { type RelayDriver, hasUnreadableMeter, driverProblemOf, type RelayReading } from './relay-driver.ts'

type RelayNote = {
  deviceId: number
  problem: DriverProblem | null
  /** Null when it could not be asked. */
  isOn: boolean | null
  isMeterUnreadable: boolean | null
  /** It answers for the first time after a while. */
  isArrival: boolean
}

/** Keeps what a relay said or why it said nothing, and has screens show it. For what is new only. */
export const noteRelay = (
  ctx: Ctx,
  { deviceId, problem, isOn, isMeterUnreadable, isArrival }: RelayNote,
): Promise<void> =>
  record(ctx, async (work) => {
    // The device is locked before its driver, as in `updateDriver`: otherwise the two could deadlock.
    if (isArrival) await recordDeviceHeartbeat(work, { deviceId, at: ctx.now() })
    await work.tx
      .updateTable('device_drivers')
      .set({
        problem,
        ...(isOn !== null && { is_on: isOn }),
        ...(isMeterUnreadable !== null && { is_meter_unreadable: isMeterUnreadable }),
      })
      .where('device_id', '=', deviceId)
      .execute()
    return {
      result: undefined,
      tell: [
        screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })

/** Keeps what has to be known after this process is gone. */
export const keepRelay = (
  ctx: Ctx,
  { deviceId, ...kept }: { deviceId: number; is_held_on?: boolean; close_at?: Date | null },
): Promise<void> =>
  record(ctx, async ({ tx }) => {
    await tx.updateTable('device_drivers').set(kept).where('device_id', '=', deviceId).execute()
    return { result: undefined }
  })

export type RelayRow = Awaited<ReturnType<typeof listRelays>>[number]

/** A relay as the process that drives it knows it. */
export type WatchedRelay = {
  /** The device is the actor. */
  ctx: Ctx
  row: RelayRow
  settings: RelaySettings
  driver: RelayDriver
  /** It was heard of. */
  seen: () => void
  /** The use during which it was last seen on. */
  seenOnFor: string | null
  known: RelayKnowledge | null
}

type RelayKnowledge = Pick<RelayNote, 'problem' | 'isOn' | 'isMeterUnreadable'>

type KeptRelayState = { is_held_on?: boolean; close_at?: Date | null }

/** Stores what the process that drives the relay next has to know. */
export const keep = async (relay: WatchedRelay, kept: KeptRelayState): Promise<void> => {
  await keepRelay(relay.ctx, { deviceId: relay.row.id, ...kept })
  relay.row = { ...relay.row, ...kept }
}

const noteState = async (relay: WatchedRelay, told: RelayKnowledge) => {
  const { known, ctx, row } = relay
  const { problem } = told
  const isArrival = problem === null && known?.problem !== null
  const next: RelayKnowledge = {
    problem,
    isOn: told.isOn ?? known?.isOn ?? null,
    isMeterUnreadable: told.isMeterUnreadable ?? known?.isMeterUnreadable ?? null,
  }
  if (!isDeepStrictEqual(known, next)) await noteRelay(ctx, { deviceId: row.id, ...next, isArrival })
  relay.known = next
  if (problem === null) relay.seen()
}

/** Notes why the relay could not be asked; whatever else failed is thrown on. */
export const noteFault = (relay: WatchedRelay, error: unknown): Promise<void> =>
  noteState(relay, { problem: driverProblemOf(error), isOn: null, isMeterUnreadable: null })

/** What it says now; null, and noted, when it cannot be asked. */
export const watchRelay = async (relay: WatchedRelay): Promise<RelayReading | null> => {
  try {
    const state = await relay.driver.readState()
    await noteState(relay, { problem: null, isOn: state.isOn, isMeterUnreadable: hasUnreadableMeter(state) })
    return state
  } catch (error) {
    await noteFault(relay, error)
    return null
  }
}

export const switchRelayOff = async (relay: WatchedRelay): Promise<void> => {
  await relay.driver.command({ name: 'lock' })
  relay.seenOnFor = null
  if (relay.row.is_held_on || relay.row.close_at) await keep(relay, { is_held_on: false, close_at: null })
}

/** Spaces have dozens; the bound is for safety. */
const mostRelays = 500

/** Everything the portal has to reach, with what decides over it. */
export const listRelays = (ctx: Ctx) =>
  ctx.db
    .selectFrom('device_drivers as r')
    .innerJoin('devices as d', 'd.id', 'r.device_id')
    .select(['d.id', 'd.kind', 'd.name', 'd.is_locked_out', 'd.last_seen_at'])
    .select(['r.settings', 'r.secret', 'r.problem', 'r.is_on', 'r.is_held_on', 'r.close_at'])
    .where('d.removed_at', 'is', null)
    .where('d.is_authorised', '=', true)
    .orderBy('d.id')
    .limit(mostRelays)
    .execute()
