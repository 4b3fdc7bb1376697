import type { RelaySettings } from '@spacekeeper/contract/drivers.ts'
import type { Ctx, Services } from '#platform/ctx.ts'
import { relayAnswerMs } from '../devices/await-answer.ts'
import { driverFault } from './driver-fault.ts'
import { holdRelay, type Order } from './hold-relay.ts'
import type { RelayRow } from './watch-relay.ts'
import { openDriver } from './open-driver.ts'

type Input = { row: RelayRow; settings: RelaySettings; secret: string; seen: () => void }

export type RunningRelay = {
  update: (row: RelayRow) => void
  /** Asks it soon; once, however often this is said meanwhile. */
  poll: () => void
  obey: (order: Order) => Promise<void>
  /** Switches it off without a word to the database, where another relay took its place. */
  switchOff: () => Promise<void>
  /** After what was begun. */
  close: () => void
}

/** Does what is wanted of a relay one after the other, so that one that hangs keeps nothing else waiting. */
export const runRelay = (services: Services, { row, settings, secret, seen }: Input): RunningRelay => {
  const ctx: Ctx = { ...services, actor: { kind: 'device', id: row.id }, requestId: null }
  let isClosed = false
  let isPollWaiting = false
  let last: Promise<unknown> = Promise.resolve()
  let closing: NodeJS.Timeout | undefined

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    const run = last.then(work)
    last = run.catch(() => undefined)
    return run
  }
  const poll = () => {
    if (isPollWaiting || isClosed) return
    isPollWaiting = true
    enqueue(async () => {
      isPollWaiting = false
      if (!isClosed) await relay.poll()
    }).catch((error: unknown) => services.log.error({ err: error, deviceId: row.id }, 'a relay could not be read'))
  }
  const driver = openDriver({ settings, secret, onChange: poll })
  const relay = holdRelay({ ctx, row, settings, driver, seen })

  const obey = async (order: Order) => {
    const givenAt = performance.now()
    await enqueue(async () => {
      // Whoever gave the order was told by now that nobody answered.
      if (performance.now() - givenAt > relayAnswerMs) throw driverFault('timedOut')
      await relay.obey(order)
    })
    if (order.command !== 'bump' || driver.timesBumps) return
    clearTimeout(closing)
    closing = setTimeout(poll, settings.openSeconds * 1_000)
  }
  return {
    update: relay.update,
    poll,
    obey,
    switchOff: () => enqueue(() => driver.command({ name: 'lock' })),
    close: () => {
      isClosed = true
      clearTimeout(closing)
      void last.then(driver.close)
    },
  }
}
