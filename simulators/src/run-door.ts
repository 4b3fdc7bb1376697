import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { startControl, type ControlledDevice } from './control.ts'
import { startDoor, type Door } from './door.ts'

export type DoorProgram = {
  server: string
  serial: string
  key: string
  store: string
  ip: string
  unlockMs: number
  reconnectMs: number
  swipe: readonly string[]
  everyMs: number | undefined
  isInteractive: boolean
  control: number | undefined
}

const pick = (door: Door, { cards, turn }: { cards: readonly string[]; turn: number }): string | undefined => {
  const list = cards.length > 0 ? cards : door.list()
  return list[cards.length > 0 ? turn % list.length : Math.floor(Math.random() * list.length)]
}

const swipeOnce = async (door: Door, cards: readonly string[]) => {
  await door.until(({ isAuthorised, hash }) => isAuthorised && hash !== '', 30_000)
  let isAllStored = true
  for (const card of cards) {
    const { acknowledged } = door.swipe(card)
    isAllStored = (await Promise.race([acknowledged, wait(10_000, false)])) && isAllStored
  }
  await door.close()
  process.exit(isAllStored ? 0 : 1)
}

const swipeForEver = (door: Door, { cards, everyMs }: { cards: readonly string[]; everyMs: number }) => {
  let turn = 0
  setInterval(() => {
    const card = pick(door, { cards, turn: turn++ })
    if (card !== undefined && door.state().isAuthorised) door.swipe(card)
  }, everyMs)
}

/** A door that another program may use. */
export const controlledDoor = (door: Door): ControlledDevice => ({
  state: () => ({ ...door.state(), events: door.events.map(({ text }) => text) }),
  swipe: async (card) => {
    const { outcome, isReported, acknowledged } = door.swipe(card)
    return { outcome, isReported, isAcknowledged: await acknowledged }
  },
})

/** A door as a program, until it is asked to end. */
export const runDoor = async (program: DoorProgram): Promise<void> => {
  const { server, serial, key, store, ip, unlockMs, reconnectMs, swipe, everyMs, isInteractive, control } = program
  const say = (text: string) => console.log(`${new Date().toISOString()} door ${serial}: ${text}`)
  const door = startDoor({
    server,
    serial,
    key,
    storePath: store,
    ipAddress: ip,
    unlockMs,
    reconnectMs,
    onEvent: ({ text }) => say(text),
  })
  const end = () => void door.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)

  if (control !== undefined)
    say(`listens on http://127.0.0.1:${(await startControl(controlledDoor(door), control)).port}`)
  if (isInteractive) {
    createInterface({ input: process.stdin }).on('line', (line) => {
      if (line.trim()) door.swipe(line.trim())
    })
  }
  if (everyMs !== undefined) swipeForEver(door, { cards: swipe, everyMs })
  const isStaying = control !== undefined || isInteractive || everyMs !== undefined
  if (swipe.length > 0 && !isStaying) await swipeOnce(door, swipe)
  else if (swipe.length > 0 && everyMs === undefined) {
    await door.until(({ isAuthorised, hash }) => isAuthorised && hash !== '', 60_000)
    for (const card of swipe) door.swipe(card)
  }
}
