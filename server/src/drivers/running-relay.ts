import type { RelaySettings } from '@spacekeeper/contract/drivers/shapes.ts'
import type { Services, Ctx } from '#platform/ctx.ts'
import { relayTimes } from '../devices/orders.ts'
import { openDriver } from './driver-settings.ts'
import { type RelayOrder, controlRelay } from './relay-controller.ts'
import { driverFault, type RelayDriver, type RelayReading } from './relay-driver.ts'
import type { RelayRow } from './watched-relay.ts'

type RelayInput = { row: RelayRow; settings: RelaySettings; secret: string; seen: () => void }

export type RunningRelay = {
  update: (row: RelayRow) => void
  /** Asks it soon; once, however often this is said meanwhile. */
  poll: () => void
  /**
   * `take` is asked when its turn comes: for how many milliseconds the order may still be obeyed. Null drops it, which
   * comes back.
   */
  obey: (order: RelayOrder, take?: () => Promise<number | null>) => Promise<'dropped' | undefined>
  /** What it says now, over the connection that is open. */
  read: () => Promise<RelayReading>
  /** Switches it off without a word to the database, where another relay took its place. */
  switchOff: () => Promise<void>
  /** After what was begun. */
  close: () => void
}

/** Each driver and each query gives up long before; whatever still hangs then holds up nothing else. */
const longestMs = 30_000

const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(driverFault('timedOut')), longestMs)
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs one piece of work after the other. */
const queueWork = () => {
  let last: Promise<unknown> = Promise.resolve()
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const run = last.then(() => inTime(work))
    last = run.catch(() => undefined)
    return run
  }
  return { enqueue, last: () => last }
}

/** Begins no command of an order after its end; a relay may always be switched off. */
const limitCommands = (opened: RelayDriver) => {
  let endsAt = Infinity
  const driver: RelayDriver = {
    ...opened,
    command: async (command) => {
      if (command.name !== 'lock' && performance.now() > endsAt) throw driverFault('timedOut')
      return opened.command(command)
    },
  }
  const within = async (leftMs: number, work: () => Promise<void>) => {
    endsAt = performance.now() + leftMs
    try {
      await work()
    } finally {
      endsAt = Infinity
    }
  }
  return { driver, within }
}

/** Does what is wanted of a relay one after the other, so that one that hangs keeps nothing else waiting. */
export const runRelay = (services: Services, { row, settings, secret, seen }: RelayInput): RunningRelay => {
  const ctx: Ctx = { ...services, actor: { kind: 'device', id: row.id }, requestId: null }
  let isClosed = false
  let isPollWaiting = false
  let closing: NodeJS.Timeout | undefined

  const { enqueue, last } = queueWork()
  const poll = () => {
    if (isPollWaiting || isClosed) return
    isPollWaiting = true
    enqueue(async () => {
      isPollWaiting = false
      if (!isClosed) await relay.poll()
    }).catch((error: unknown) => services.log.error({ err: error, deviceId: row.id }, 'a relay could not be read'))
  }
  const { driver, within } = limitCommands(openDriver({ settings, secret, onChange: poll }))
  const relay = controlRelay({ ctx, row, settings, driver, seen })

  const obey = async (order: RelayOrder, take = async (): Promise<number | null> => relayTimes.lifeMs) => {
    const taken = await enqueue(async () => {
      const leftMs = await take()
      if (leftMs === null) return 'dropped'
      await within(leftMs, () => relay.obey(order))
      return undefined
    })
    if (taken || order.command !== 'bump' || driver.timesBumps) return taken
    clearTimeout(closing)
    closing = setTimeout(poll, settings.openSeconds * 1_000)
    return undefined
  }
  return {
    update: relay.update,
    poll,
    obey,
    read: () => enqueue(driver.readState),
    switchOff: () => enqueue(() => driver.command({ name: 'lock' })),
    close: () => {
      isClosed = true
      clearTimeout(closing)
      void last().then(driver.close)
    },
  }
}

/** An hour of polls: a plug that is still away then is not coming back. */
const mostTries = 360

type LeavingRelay = { id: number; relay: RunningRelay; tries: number; isAsked: boolean }

/** Relays of devices that are gone: each is kept until it was switched off, so that nothing stays on unattended. */
export const dismissRelays = () => {
  const leaving = new Set<LeavingRelay>()

  const leave = (one: LeavingRelay) => {
    leaving.delete(one)
    one.relay.close()
  }
  const ask = (one: LeavingRelay) => {
    if (one.isAsked) return
    one.isAsked = true
    one.tries += 1
    one.relay.obey({ command: 'lock' }).then(
      () => leave(one),
      () => {
        one.isAsked = false
        if (one.tries >= mostTries) leave(one)
      },
    )
  }
  return {
    isEmpty: () => leaving.size === 0,
    add: (id: number, relay: RunningRelay) => void leaving.add({ id, relay, tries: 0, isAsked: false }),
    /** Asks them once more; those that are driven again are left to their new driver. */
    follow: (isWanted: (id: number) => boolean) => {
      for (const one of leaving) {
        if (isWanted(one.id)) leave(one)
        else ask(one)
      }
    },
    dropAll: () => {
      for (const one of leaving) leave(one)
    },
  }
}
