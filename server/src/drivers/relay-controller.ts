import type { DeviceCommand } from '@spacekeeper/contract/devices/shapes.ts'
import { endMachineSession, updateSession } from '../interlocks/sessions.ts'
import { type RelayReading, driverFault } from './relay-driver.ts'
import { findOpenUse } from './relay-uses.ts'
import { isToBeClosed, type RelayStep, stepOf } from './rules.ts'
import { type WatchedRelay, switchRelayOff, watchRelay, keep, noteFault, type RelayRow } from './watched-relay.ts'

export type RelayOrder = { command: DeviceCommand; memberId?: number | undefined; sessionId?: string | undefined }

type OpenUse = NonNullable<Awaited<ReturnType<typeof findOpenUse>>>

/** A relay closes by itself a moment before the portal would see to it. */
const marginMs = 2_000

const isMachine = ({ row }: WatchedRelay) => row.kind === 'interlock'

const openUse = async (relay: WatchedRelay) => (isMachine(relay) ? findOpenUse(relay.ctx, relay.row.id) : null)

const end = ({ ctx, row }: WatchedRelay, { id, ...more }: { id: string; kwh: number | null; endedById?: number }) =>
  endMachineSession(ctx, { deviceId: row.id, sessionId: id, card: null, ...more })

const takeStep = async (relay: WatchedRelay, what: { step: RelayStep; use: OpenUse | null; state: RelayReading }) => {
  const { step, use, state } = what
  const kwh = state.energyKwh
  if (step === 'report' && use) {
    const reported = await updateSession(relay.ctx, { deviceId: relay.row.id, sessionId: use.id, kwh })
    if (reported !== 'running') await switchRelayOff(relay)
  }
  if (step === 'switchOff' || step === 'endAndSwitchOff') await switchRelayOff(relay)
  if ((step === 'end' || step === 'endAndSwitchOff') && use) await end(relay, { id: use.id, kwh })
}

const poll = async (relay: WatchedRelay) => {
  // The use first: one that begins while the relay is read is not ended by what was read.
  const use = await openUse(relay)
  const state = await watchRelay(relay)
  if (!state) return
  const { is_locked_out: isLockedOut, is_held_on: isHeldOn, close_at: closeAt } = relay.row
  const now = relay.ctx.now()
  const { seenOnFor } = relay
  const kind = isMachine(relay) ? 'interlock' : 'door'
  const facts = {
    kind,
    isOn: state.isOn,
    isLockedOut,
    isHeldOn,
    closeAt,
    now,
    useId: use?.id ?? null,
    seenOnFor,
  } as const
  if (state.isOn) relay.seenOnFor = facts.useId
  else if (isToBeClosed(closeAt, now)) await keep(relay, { close_at: null })
  await takeStep(relay, { step: stepOf(facts), use, state }).catch((error: unknown) => noteFault(relay, error))
}

const open = async (relay: WatchedRelay) => {
  const { driver, ctx, settings } = relay
  // A door that staff keep open is open already, and a timer would close it.
  if (relay.row.is_held_on && (await driver.readState()).isOn) return
  const seconds = settings.openSeconds
  const afterMs = seconds * 1_000 + (driver.timesBumps ? marginMs : 0)
  const closeAt = () => new Date(ctx.now().getTime() + afterMs)
  await keep(relay, { is_held_on: false, close_at: closeAt() })
  if (driver.timesBumps) return driver.command({ name: 'bump', seconds })
  try {
    await driver.command({ name: 'bump', seconds })
  } catch (error) {
    // It may open later than anybody waits for, and the member was told that it did not open.
    await driver.command({ name: 'lock' }).catch(() => undefined)
    throw error
  }
  // A slow lock is open from now on.
  return keep(relay, { close_at: closeAt() })
}

const unlock = async (relay: WatchedRelay, memberId: number | undefined) => {
  if (relay.row.is_locked_out) throw driverFault('unavailable')
  const use = await openUse(relay)
  // The member may have given up meanwhile.
  if (memberId !== undefined && use?.member_id !== memberId) throw driverFault('unavailable')
  if (memberId === undefined) await keep(relay, { is_held_on: true, close_at: null })
  try {
    await relay.driver.command({ name: 'unlock' })
  } catch (error) {
    // Staff see that it failed, so it must not count as switched on for good.
    if (memberId === undefined) await keep(relay, { is_held_on: false })
    throw error
  }
  relay.seenOnFor = use?.id ?? null
}

const lock = async (relay: WatchedRelay, { memberId, sessionId }: RelayOrder) => {
  const use = await openUse(relay)
  if (use && memberId !== undefined && use.member_id !== memberId) return
  if (use && sessionId !== undefined && use.id !== sessionId) return
  const kwh = use ? ((await watchRelay(relay))?.energyKwh ?? null) : null
  await switchRelayOff(relay)
  if (use) await end(relay, { id: use.id, kwh, ...(memberId !== undefined && { endedById: memberId }) })
}

const obey = async (relay: WatchedRelay, order: RelayOrder) => {
  switch (order.command) {
    case 'bump':
      return open(relay)
    case 'unlock':
      return unlock(relay, order.memberId)
    case 'lock':
      return lock(relay, order)
    case 'reboot':
      return relay.driver.command({ name: 'reboot' })
    case 'sync':
      return undefined
  }
}

/**
 * Does with a relay what a machine's controller would: it reports a use, ends it when the relay was switched off by
 * hand, and switches off a machine that is on without a use. Its functions must not run side by side; `obey` throws a fault when the
 * relay does not.
 */
export const controlRelay = (input: Omit<WatchedRelay, 'seenOnFor' | 'known'>) => {
  const relay: WatchedRelay = { ...input, seenOnFor: null, known: null }
  return {
    /** What others change, such as a lockout. */
    update: (next: RelayRow) => {
      relay.row = { ...next, is_held_on: relay.row.is_held_on, close_at: relay.row.close_at }
    },
    poll: () => poll(relay),
    obey: (order: RelayOrder) => obey(relay, order),
  }
}
