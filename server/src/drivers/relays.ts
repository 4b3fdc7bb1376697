import { isDeepStrictEqual } from 'node:util'
import { DriverSettings } from '@spacekeeper/contract/drivers/shapes.ts'
import { coalesceRuns } from '#platform/coalesce-runs.ts'
import { type Services, systemCtx } from '#platform/ctx.ts'
import { holdLock } from '#platform/db/hold-lock.ts'
import { decrypt } from '#platform/secrets/encryption.ts'
import { deviceOrders, deviceAnswers, deviceChanges } from '../devices/channels.ts'
import { batchHeartbeats } from '../gateway/heartbeats.ts'
import { failedTest } from './relay-driver.ts'
import { isSameRelay } from './rules.ts'
import { type RunningRelay, dismissRelays, runRelay } from './running-relay.ts'
import { type RelayRow, listRelays } from './watched-relay.ts'

const ordinaryPollMs = 10_000

/** Any number will do, as long as nothing else in this database locks by it. */
const lockKey = 7_246_201

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
const obeyOrders = ({ live, log }: Services, relays: Relays) =>
  live.on(deviceOrders, ({ orderId, deviceId, ...order }) => {
    const relay = relays.get(deviceId)
    if (!relay) return
    const obey = async () => {
      // There is no list to send to a relay; what it says of itself shows that it is there.
      const done = order.command === 'sync' ? relay.read() : relay.obey(order)
      const answer = await done.then(
        (reading) => ({ orderId, ...(reading && { test: { problem: null, ...reading } }) }),
        (error: unknown) => ({ orderId, hasFailed: true as const, test: failedTest(error) }),
      )
      if ('hasFailed' in answer) log.info({ deviceId, problem: answer.test.problem }, 'a relay did not obey')
      await live.send([deviceAnswers.notice(answer)])
      relay.poll()
    }
    obey().catch((error: unknown) => log.error({ err: error }, 'an order to a relay failed'))
  })

/** Drives all relays, from exactly one process: the others take over when it is gone. */
export const driveRelays = (services: Services, { pollMs = ordinaryPollMs }: { pollMs?: number | undefined } = {}) => {
  const { live, log, pool } = services
  const ctx = systemCtx(services)
  const lastSeen = batchHeartbeats(services)
  const relays = trackRelays(services, lastSeen)
  const lock = holdLock(pool, { key: lockKey, onLost: relays.dropAll })
  let isClosed = false

  const follow = coalesceRuns(async (_: 'all'[]) => {
    if (isClosed) return
    const rows = await listRelays(ctx)
    const isNeeded = rows.length > 0 || !relays.isEmpty()
    if (isNeeded && (await lock.tryHold()) && !isClosed) relays.follow(rows)
    else {
      relays.dropAll()
      lock.release()
    }
  })
  const followOrLog = () =>
    follow(['all']).catch((error: unknown) => log.error({ err: error }, 'relays could not be looked after'))
  const timer = setInterval(() => void followOrLog(), pollMs)
  const stops = [
    live.on(deviceChanges, () => void followOrLog()),
    live.onReconnect(() => void followOrLog()),
    obeyOrders(services, relays),
  ]
  void followOrLog()

  return {
    close: async () => {
      isClosed = true
      clearInterval(timer)
      for (const stop of stops) stop()
      await followOrLog()
      relays.dropAll()
      lock.release()
      await lastSeen.close()
    },
  }
}
