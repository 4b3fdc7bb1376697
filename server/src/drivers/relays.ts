import { isDeepStrictEqual } from 'node:util'
import { DriverSettings } from '@spacekeeper/contract/drivers/shapes.ts'
import { coalesceRuns } from '#platform/coalesce-runs.ts'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { openLease, type Lease } from '#platform/db/lease.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { deviceOrders, deviceAnswers, deviceChanges } from '../devices/channels.ts'
import { takeOrder } from '../devices/orders.ts'
import { batchHeartbeats } from '../gateway/heartbeats.ts'
import { failedTest } from './relay-driver.ts'
import { isSameRelay } from './rules.ts'
import { type RunningRelay, dismissRelays, runRelay } from './running-relay.ts'
import { type RelayRow, listRelays } from './watched-relay.ts'

const ordinaryPollMs = 10_000

/** Tests poll more often than a busy machine can renew a lease. */
const shortestPollMs = 2_000

/** As many polls without a word to the database, and another process may take over. */
const pollsOfLease = 3

type DrivenRelay = { row: RelayRow; settings: DriverSettings; relay: RunningRelay }

/** What opening a relay needs: a change of these makes it another one. */
const reachOf = ({ settings, secret, kind }: RelayRow) => ({ settings, secret, kind })

/** Relays that are open, by device. */
const trackRelays = (services: Services, lastSeen: ReturnType<typeof batchHeartbeats>) => {
  const relays = new Map<number, DrivenRelay>()
  const leaving = dismissRelays()

  const open = (row: RelayRow) => {
    try {
      const settings = DriverSettings.parse(row.settings)
      if (settings.driver === 'socket') return
      const secret = row.secret === null ? '' : decrypt(services.secretKey, row.secret)
      const relay = runRelay(services, { row, settings, secret, seen: () => lastSeen.note(row.id) })
      relays.set(row.id, { row, settings, relay })
    } catch (error) {
      services.log.error({ err: error, deviceId: row.id }, 'a relay cannot be driven with its settings')
    }
  }
  const drop = (id: number) => {
    relays.get(id)?.relay.close()
    relays.delete(id)
  }
  return {
    get: (id: number) => relays.get(id)?.relay,
    isEmpty: () => relays.size === 0 && leaving.isEmpty(),
    /** Follows the database: what is there is driven, what was removed is switched off, and all are asked. */
    follow: (rows: readonly RelayRow[]) => {
      const wanted = new Map(rows.map((row) => [row.id, row]))
      for (const [id, { row, settings, relay }] of relays) {
        const next = wanted.get(id)
        if (!next) {
          relays.delete(id)
          leaving.add(id, relay)
        } else if (!isDeepStrictEqual(reachOf(row), reachOf(next))) {
          const { data } = DriverSettings.safeParse(next.settings)
          if (!data || !isSameRelay(settings, data)) void relay.switchOff().catch(() => undefined)
          drop(id)
        }
      }
      leaving.follow((id) => wanted.has(id))
      for (const row of rows) {
        const held = relays.get(row.id)
        if (held) held.relay.update(row)
        else open(row)
      }
      for (const { relay } of relays.values()) relay.poll()
    },
    dropAll: () => {
      for (const id of relays.keys()) drop(id)
      leaving.dropAll()
    },
  }
}

type Relays = ReturnType<typeof trackRelays>

/** Answers every order to a relay of this process, also those that it does not obey. */
const obeyOrders = (services: Services, { relays, lease }: { relays: Relays; lease: Lease }) => {
  const { live, log } = services
  const ctx = systemCtx(services)
  return live.on(deviceOrders, ({ orderId, deviceId, ...order }) => {
    const relay = relays.get(deviceId)
    if (!relay || !lease.isHeld()) return
    const takeNow = async () => (lease.isHeld() ? takeOrder(ctx, orderId) : null)
    const obey = async () => {
      // There is no list to send to a relay; what it says of itself shows that it is there.
      const done = order.command === 'sync' ? relay.read() : relay.obey(order, takeNow)
      const answer = await done.then(
        (reading) => reading !== 'dropped' && { orderId, ...(reading && { test: { problem: null, ...reading } }) },
        (error: unknown) => ({ orderId, hasFailed: true as const, test: failedTest(error) }),
      )
      if (!answer) return
      if ('hasFailed' in answer) log.info({ deviceId, problem: answer.test.problem }, 'a relay did not obey')
      await live.send([deviceAnswers.notice(answer)])
      relay.poll()
    }
    obey().catch((error: unknown) => log.error({ err: error }, 'an order to a relay failed'))
  })
}

/** Drives all relays, from exactly one process: the others take over when it is gone. */
export const driveRelays = (services: Services, { pollMs = ordinaryPollMs }: { pollMs?: number | undefined } = {}) => {
  const { live, log } = services
  const ctx = systemCtx(services)
  const lastSeen = batchHeartbeats(services)
  const relays = trackRelays(services, lastSeen)
  const lease = openLease(services, { name: 'relays', lastsMs: Math.max(pollMs, shortestPollMs) * pollsOfLease })
  let isClosed = false

  const follow = coalesceRuns(async (_: 'all'[]) => {
    if (isClosed) return
    const rows = await listRelays(ctx)
    const isNeeded = rows.length > 0 || !relays.isEmpty()
    if (isNeeded && (await lease.hold()) !== null && !isClosed) return relays.follow(rows)
    relays.dropAll()
    if (lease.isHeld()) await lease.release()
  })
  const followOrLog = () =>
    follow(['all']).catch((error: unknown) => log.error({ err: error }, 'relays could not be looked after'))
  const timer = setInterval(() => {
    // It cannot reach the database, so another process may drive them by now.
    if (!relays.isEmpty() && !lease.isHeld()) relays.dropAll()
    void followOrLog()
  }, pollMs)
  const stops = [
    live.on(deviceChanges, () => void followOrLog()),
    live.onReconnect(() => void followOrLog()),
    obeyOrders(services, { relays, lease }),
  ]
  void followOrLog()

  return {
    close: async () => {
      isClosed = true
      clearInterval(timer)
      for (const stop of stops) stop()
      await followOrLog()
      relays.dropAll()
      if (lease.isHeld()) await lease.release().catch(() => undefined)
      await lastSeen.close()
    },
  }
}
