import type { DeviceCommand } from '@spacekeeper/contract/devices.ts'
import { endSession } from '../interlocks/end-session.ts'
import { updateSession } from '../interlocks/update-session.ts'
import { driverFault } from './driver-fault.ts'
import { findOpenUse } from './queries.ts'
import type { RelayState } from './relay-driver.ts'
import { stepOf, type RelayStep } from './rules.ts'
import { keep, noteFault, switchOff, watchRelay, type RelayRow, type WatchedRelay } from './watch-relay.ts'

export type Order = { command: DeviceCommand; memberId?: number | undefined; sessionId?: string | undefined }
type Use = NonNullable<Awaited<ReturnType<typeof findOpenUse>>>

/** A relay closes by itself a moment before the portal would see to it. */
const marginMs = 2_000

const isMachine = ({ row }: WatchedRelay) => row.kind === 'interlock'
const openUse = async (relay: WatchedRelay) => (isMachine(relay) ? findOpenUse(relay.ctx, relay.row.id) : null)

const end = ({ ctx, row }: WatchedRelay, { id, ...more }: { id: string; kwh: number | null; endedById?: number }) =>
  endSession(ctx, { deviceId: row.id, sessionId: id, card: null, ...more })

const take = async (relay: WatchedRelay, what: { step: RelayStep; use: Use | null; state: RelayState }) => {
  const { step, use, state } = what
  const kwh = state.energyKwh
  if (step === 'report' && use) {
    const reported = await updateSession(relay.ctx, { deviceId: relay.row.id, sessionId: use.id, kwh })
    if (reported !== 'running') await switchOff(relay)
  }
  if (step === 'switchOff' || step === 'endAndSwitchOff') await switchOff(relay)
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
  else if (closeAt !== null && closeAt <= now) await keep(relay, { close_at: null })
  await take(relay, { step: stepOf(facts), use, state }).catch((error: unknown) => noteFault(relay, error))
}

const open = async (relay: WatchedRelay) => {
  const { driver, ctx, settings } = relay
  // What staff hold open is open already, and a timer would close it.
  if (relay.row.is_held_on && (await driver.readState()).isOn) return
  const seconds = settings.openSeconds
  const afterMs = seconds * 1_000 + (driver.timesBumps ? marginMs : 0)
  await keep(relay, { is_held_on: false, close_at: new Date(ctx.now().getTime() + afterMs) })
  await driver.command({ name: 'bump', seconds })
}

const unlock = async (relay: WatchedRelay, memberId: number | undefined) => {
  if (relay.row.is_locked_out) throw driverFault('unavailable')
  const use = await openUse(relay)
  // He may have given up while this waited.
  if (memberId !== undefined && use?.member_id !== memberId) throw driverFault('unavailable')
  if (memberId === undefined) await keep(relay, { is_held_on: true, close_at: null })
  try {
    await relay.driver.command({ name: 'unlock' })
  } catch (error) {
    // Staff are told that it failed, so nobody may have it for nothing later on.
    if (memberId === undefined) await keep(relay, { is_held_on: false })
    throw error
  }
  relay.seenOnFor = use?.id ?? null
}

const lock = async (relay: WatchedRelay, { memberId, sessionId }: Order) => {
  const use = await openUse(relay)
  if (use && memberId !== undefined && use.member_id !== memberId) return
  if (use && sessionId !== undefined && use.id !== sessionId) return
  const kwh = use ? ((await watchRelay(relay))?.energyKwh ?? null) : null
  await switchOff(relay)
  if (use) await end(relay, { id: use.id, kwh, ...(memberId !== undefined && { endedById: memberId }) })
}

const obey = async (relay: WatchedRelay, order: Order) => {
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
      // There is no list to send; whether it answers shows.
      await relay.driver.readState()
      return undefined
  }
}

/**
 * Does with a relay what a machine's controller would: it reports a use, ends it when the relay was switched off by
 * hand, and switches off what nobody pays for. Its functions must not run side by side; `obey` throws a fault when the
 * relay does not.
 */
export const holdRelay = (input: Omit<WatchedRelay, 'seenOnFor' | 'known'>) => {
  const relay: WatchedRelay = { ...input, seenOnFor: null, known: null }
  return {
    /** What others change, such as a lockout. */
    update: (next: RelayRow) => {
      relay.row = { ...next, is_held_on: relay.row.is_held_on, close_at: relay.row.close_at }
    },
    poll: () => poll(relay),
    obey: (order: Order) => obey(relay, order),
  }
}
