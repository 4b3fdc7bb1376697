/** A seeded space with simulated doors: `npm run demo -- [--fresh] [--no-simulators]`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { personas } from '../server/src/personas.ts'
import { startPortal } from '../server/src/portal.ts'
import { seedSpace, type SeededDoor } from '../server/src/seed-space.ts'
import { createLog } from '../server/src/platform/log/log.ts'
import { startDoorProcess, type DoorProcess } from '../simulators/src/door-process.ts'
import { prepareDemoFolder } from './demo-folder.ts'
import { ensureWebBuilt } from './ensure-web-built.ts'

const password = 'makerspace-demo'
/** How long requests and jobs may take to finish once the demonstration is asked to stop. */
const graceMs = 15_000
const say = (text: string) => process.stdout.write(`${text}\n`)

const { values: options } = parseArgs({
  options: { fresh: { type: 'boolean', default: false }, 'no-simulators': { type: 'boolean', default: false } },
})

const dataDir = resolve(process.env['DATA_DIR'] ?? 'data/demo')
const doorsFile = join(dataDir, 'doors.json')
const storedDoors = () => JSON.parse(readFileSync(doorsFile, 'utf8')) as SeededDoor[] // written below, by ourselves

const printPersonas = () => {
  say(`\nPassword of everybody: ${password}\n`)
  for (const { email, cards, is } of Object.values(personas)) {
    say(`  ${(email ?? '').padEnd(18)} ${is.padEnd(24)} ${cards ? `card ${cards.join(', ')}` : 'no card'}`)
  }
}

/** Lines typed here hold a card to a door: `1002` to the front door, `1002 woodshop` to another. */
const readCards = (doors: DoorProcess[]) => {
  say(`\nHold a card to a door: type its number, and the door's name if it is not the first.`)
  say(`Doors: ${doors.map((door) => door.name).join(', ')}. For example: 1002 ${doors[1]?.name.toLowerCase() ?? ''}\n`)
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [card, ...words] = line.trim().split(/\s+/)
    if (!card) return
    const wanted = words.join(' ').toLowerCase()
    const door = doors.find(({ name }) => name.toLowerCase().startsWith(wanted))
    if (!door) say(`There is no door called ${words.join(' ')}.`)
    door?.swipe(card).then(
      ({ outcome, isReported }) =>
        say(`${door.name}: ${outcome}${isReported ? '' : ' (the portal could not be told)'}`),
      (error: unknown) => say(`${door.name}: ${String(error)}`),
    )
  })
}

const run = async () => {
  ensureWebBuilt()
  // Never on a database of DATABASE_URL: the people of the demonstration have a password that everybody knows.
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env, DATA_DIR: dataDir, DATABASE_URL: undefined })
  const log = createLog(config.logLevel)
  await prepareDemoFolder({ dataDir, isFresh: options.fresh, log })
  const portal = await startPortal(config, { log })
  if (!existsSync(doorsFile)) {
    const { doors } = await seedSpace(portal.services, password)
    writeFileSync(doorsFile, JSON.stringify(doors), { mode: 0o600 })
  }
  const doors: DoorProcess[] = []
  const stop = () => {
    for (const door of doors) door.stop()
    setTimeout(() => process.exit(1), graceMs).unref()
    portal.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  if (!options['no-simulators']) {
    for (const door of storedDoors()) {
      doors.push(await startDoorProcess({ ...door, server: portal.url.replace('http', 'ws'), storeDir: dataDir }))
    }
  }
  say(`\nSpacekeeper's demonstration is ready at ${portal.url}`)
  printPersonas()
  if (doors.length > 0) readCards(doors)
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
