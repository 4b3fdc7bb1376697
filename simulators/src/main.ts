/** Hardware for a desk: `node simulators/src/main.ts door --server ws://127.0.0.1:8000 --serial … --key … --store FILE` */
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startDoorControl } from './door-control.ts'
import { startDoor, type Door } from './door.ts'

const help = `Usage: node simulators/src/main.ts door --serial SERIAL --key PREFIX.SECRET --store FILE
  --key KEY           may stand in the environment as DOOR_KEY instead, where no list of processes shows it
  --server URL        the portal (ws://127.0.0.1:8000)
  --swipe CARD        hold this card to the reader; may be given often. Ends after the last one,
                      unless one of the following keeps the door running
  --every SECONDS     swipe again and again: the cards of --swipe in turn, else any card of the list
  --interactive       read card numbers from the keyboard, one a line
  --control PORT      listen on 127.0.0.1: POST /swipe {"card": "…"}, GET /state
  --unlock SECONDS    how long a swipe opens the door (7)
  --reconnect SECONDS longest wait before it tries again after losing the portal (10)
  --ip ADDRESS        the address the door reports (127.0.0.1)`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    server: { type: 'string', default: 'ws://127.0.0.1:8000' },
    serial: { type: 'string' },
    key: { type: 'string' },
    store: { type: 'string' },
    swipe: { type: 'string', multiple: true, default: [] },
    every: { type: 'string' },
    interactive: { type: 'boolean', default: false },
    control: { type: 'string' },
    unlock: { type: 'string', default: '7' },
    reconnect: { type: 'string', default: '10' },
    ip: { type: 'string', default: '127.0.0.1' },
    help: { type: 'boolean', default: false },
  },
})

const stop = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const seconds = (flag: string, text: string): number => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0
    ? value * 1_000
    : stop(`--${flag} wants a number of seconds, not "${text}".`)
}

const pick = (door: Door, turn: number): string | undefined => {
  const cards = values.swipe.length > 0 ? values.swipe : door.list()
  const index = values.swipe.length > 0 ? turn % cards.length : Math.floor(Math.random() * cards.length)
  return cards[index]
}

const swipeOnce = async (door: Door) => {
  await door.until(({ isAuthorised, hash }) => isAuthorised && hash !== '', 30_000)
  let isAllStored = true
  for (const card of values.swipe) {
    const { acknowledged } = door.swipe(card)
    isAllStored = (await Promise.race([acknowledged, wait(10_000, false)])) && isAllStored
  }
  await door.close()
  process.exit(isAllStored ? 0 : 1)
}

const swipeForEver = (door: Door, everyMs: number) => {
  let turn = 0
  setInterval(() => {
    const card = pick(door, turn++)
    if (card !== undefined && door.state().isAuthorised) door.swipe(card)
  }, everyMs)
}

const run = async () => {
  if (values.help || positionals[0] !== 'door') {
    console.log(help)
    process.exit(values.help ? 0 : 1)
  }
  const {
    serial = stop('--serial is missing.'),
    key = process.env['DOOR_KEY'] ?? stop('--key is missing.'),
    store = stop('--store is missing.'),
  } = values
  const door = startDoor({
    server: values.server,
    serial,
    key,
    storePath: store,
    ipAddress: values.ip,
    unlockMs: seconds('unlock', values.unlock),
    reconnectMs: seconds('reconnect', values.reconnect),
    onEvent: ({ text }) => console.log(`${new Date().toISOString()} door ${serial}: ${text}`),
  })
  const end = () => void door.close().then(() => process.exit(0))
  process.once('SIGINT', end)
  process.once('SIGTERM', end)

  if (values.control !== undefined) {
    const { port } = await startDoorControl(door, Number(values.control))
    console.log(`${new Date().toISOString()} door ${serial}: listens on http://127.0.0.1:${port}`)
  }
  if (values.interactive) {
    createInterface({ input: process.stdin }).on('line', (line) => {
      if (line.trim()) door.swipe(line.trim())
    })
  }
  if (values.every !== undefined) swipeForEver(door, seconds('every', values.every))
  const isStaying = values.control !== undefined || values.interactive || values.every !== undefined
  if (values.swipe.length > 0 && !isStaying) await swipeOnce(door)
  else if (values.swipe.length > 0 && values.every === undefined) {
    await door.until(({ isAuthorised, hash }) => isAuthorised && hash !== '', 60_000)
    for (const card of values.swipe) door.swipe(card)
  }
}

run().catch((error: unknown) => stop(error instanceof Error ? error.message : String(error)))
