import { setTimeout as wait } from 'node:timers/promises'
import { dialDevice, type DialledDevice } from '../gateway/dialled-device.testing.ts'

type HungDoor = { id: number; serial: string; key: string }

/** What a door holds of what it was told, and how often it opened. */
export type WatchedDoor = HungDoor & {
  tags: readonly string[]
  isLockedOut: boolean | undefined
  isTurnedAway: boolean
  bumps: number
  stop: () => Promise<void>
}

const restMs = 50

/** A door as boards are: it keeps what it was told, and connects again whenever its line ends, until it is told to stop. */
export const watchDoor = (door: HungDoor, urlNow: () => string): WatchedDoor => {
  let line: DialledDevice | undefined
  let isStopped = false
  const watched: WatchedDoor = {
    ...door,
    tags: [],
    isLockedOut: undefined,
    isTurnedAway: false,
    bumps: 0,
    stop: async () => {
      isStopped = true
      line?.socket.terminate()
      await running
    },
  }
  const hear = ({ command, tags, locked_out: isLockedOut, authorised }: Record<string, unknown>) => {
    if (command === 'sync' && Array.isArray(tags)) watched.tags = tags.map(String)
    if (command === 'update_device_locked_out') watched.isLockedOut = isLockedOut === true
    if (command === 'bump') watched.bumps += 1
    if (authorised !== undefined) watched.isTurnedAway = authorised === false
  }
  const serve = async () => {
    line = await dialDevice(urlNow(), { path: `/ws/access/door/${door.serial}`, key: door.key })
    for (;;) hear(await line.next())
  }
  const run = async () => {
    while (!isStopped) {
      await serve().catch(() => undefined)
      await wait(restMs)
    }
  }
  const running = run()
  return watched
}
