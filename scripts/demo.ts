/** A seeded space with simulated doors and machines: `npm run demo -- [--fresh] [--no-simulators]`. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { readConfig } from '../server/src/config.ts'
import { openLog } from '../server/src/platform/log/open-log.ts'
import { startFakeTwilio, type FakeTwilio } from '../server/src/platform/sms/fake.ts'
import { type Portal, startPortal, type PortalOptions } from '../server/src/portal.ts'
import { writeDemoStatement } from '../server/src/seed/bank.ts'
import { seedDemonstration, type SeededDevices } from '../server/src/seed/demonstration.ts'
import { personas } from '../server/src/seed/personas.ts'
import { seedRelay } from '../server/src/seed/relay.ts'
import { seedSms } from '../server/src/seed/sms.ts'
import { seedStripe } from '../server/src/seed/stripe.ts'
import { seedWebcams } from '../server/src/seed/webcams.ts'
import { seedWebhooks } from '../server/src/seed/webhooks.ts'
import { closeOnSignals } from '../server/src/stop-signals.ts'
import { startCamera } from '../simulators/src/camera.ts'
import { startCardReader } from '../simulators/src/card-reader.ts'
import { startDoorProcess, type DoorProcess } from '../simulators/src/door-process.ts'
import { startMachineProcess, type MachineProcess } from '../simulators/src/machine-process.ts'
import { serveDesk, type OnDesk } from '../simulators/src/serve-desk.ts'
import { startStripe } from '../simulators/src/stripe/server.ts'
import { startTasmota } from '../simulators/src/tasmota.ts'
import { startVendingProcess, type VendingProcess } from '../simulators/src/vending-process.ts'
import { startWebhookReceiver } from '../simulators/src/webhook-receiver.ts'
import {
  cardReaderOnDesk,
  describeSwipe,
  doorOnDesk,
  listDeskCards,
  machineOnDesk,
  plugOnDesk,
  vendingOnDesk,
} from './demo-desk.ts'
import { prepareDemoFolder } from './demo-folder.ts'
import { ensureWebBuilt } from './ensure-web-built.ts'

const password = 'makerspace-demo'
const say = (text: string) => process.stdout.write(`${text}\n`)

const { values: options } = parseArgs({
  options: { fresh: { type: 'boolean', default: false }, 'no-simulators': { type: 'boolean', default: false } },
})

const dataDir = resolve(process.env['DATA_DIR'] ?? 'data/demo')
const devicesFile = join(dataDir, 'devices.json')
const statementFile = join(dataDir, 'demo-statement.csv')
/** A new demonstration has a new Stripe. */
const stripeFile = (isFirst: boolean) => {
  const file = join(dataDir, 'stripe.json')
  if (isFirst) rmSync(file, { force: true })
  mkdirSync(dataDir, { recursive: true })
  return file
}
const storedDevices = () => JSON.parse(readFileSync(devicesFile, 'utf8')) as SeededDevices // written below, by ourselves

const printPersonas = () => {
  say(`\nPassword for every account: ${password}\n`)
  for (const { email, cards, is } of Object.values(personas)) {
    say(`  ${(email ?? '').padEnd(18)} ${is.padEnd(24)} ${cards ? `card ${cards.join(', ')}` : 'no card'}`)
  }
}

/** Lines typed here hold a card to a reader: `1002` at the front door, `1002 table saw` at another. */
const readCards = (readers: (DoorProcess | MachineProcess)[]) => {
  say(`\nHold a card to a reader: type its number, and where, if it is not the front door.`)
  say(`Readers: ${readers.map(({ name }) => name).join(', ')}. For example: 1002 table saw\n`)
  createInterface({ input: process.stdin }).on('line', (line) => {
    const [card, ...words] = line.trim().split(/\s+/)
    if (!card) return
    const wanted = words.join(' ').toLowerCase()
    const reader = readers.find(({ name }) => name.toLowerCase().startsWith(wanted))
    if (!reader) say(`There is no reader called ${words.join(' ')}.`)
    reader?.swipe(card).then(
      (answer) => say(`${reader.name}: ${describeSwipe(answer)}`),
      (error: unknown) => say(`${reader.name}: ${String(error)}`),
    )
  })
}

type Programs = { devices: OnDesk[]; readers: (DoorProcess | MachineProcess)[]; sellers: VendingProcess[] }

/** Beside a kiosk, which any browser can become. */
const addCardReader = async (url: string): Promise<OnDesk> => {
  const reader = await startCardReader()
  say(`\nA kiosk: open ${url}/kiosk, authorise it, and give it the reader ${reader.url}`)
  return cardReaderOnDesk(reader)
}

/** Starts every simulated device of the space, and puts it on the desk. */
const putOnDesk = async (server: string, { devices, readers, sellers }: Programs) => {
  const { doors, machines, vending } = storedDevices()
  // All at once: each is a program that takes a moment to start.
  const [startedDoors, startedMachines, startedVending] = await Promise.all([
    Promise.all(doors.map((seeded) => startDoorProcess({ ...seeded, server, storeDir: dataDir }))),
    Promise.all(machines.map((seeded) => startMachineProcess({ ...seeded, server }))),
    Promise.all(vending.map((seeded) => startVendingProcess({ ...seeded, server }))),
  ])
  readers.push(...startedDoors, ...startedMachines)
  sellers.push(...startedVending)
  devices.push(
    ...startedDoors.map(doorOnDesk),
    ...startedMachines.map(machineOnDesk),
    ...startedVending.map(vendingOnDesk),
  )
  devices.push(await addCardReader(server.replace('ws', 'http')))
}

/** A plug that members switch from the portal, with a dust extractor on it. */
const plugIn = async (services: Portal['services']) => {
  const plug = await startTasmota({
    meterKwh: 310,
    drawKw: 1.1,
    onEvent: ({ text }) => say(`Dust extractor ${text}`),
  })
  await seedRelay(services, { address: plug.url })
  return plug
}

/** Another system, which webhooks tell who comes and what runs; it prints what it believes. */
const startReceiver = async (services: Portal['services']) => {
  const receiver = await startWebhookReceiver({
    onEvent: ({ type, data }) => say(`Webhook ${type} ${JSON.stringify(data)}`),
    onRefused: (why) => say(`Webhook not believed: ${why}`),
  })
  receiver.believe(await seedWebhooks(services, receiver.url))
}

/** A portal with the people and devices of the demonstration, which the first start puts there. */
const startSeeded = async (
  smsAccount: FakeTwilio['account'],
  ...input: Parameters<typeof startPortal>
): Promise<Portal> => {
  const portal = await startPortal(...input)
  if (existsSync(devicesFile)) {
    await seedSms(portal.services, smsAccount)
    return portal
  }
  const seeded = await seedDemonstration(portal.services, { password, smsAccount })
  writeFileSync(statementFile, await writeDemoStatement(portal.services))
  writeFileSync(devicesFile, JSON.stringify(seeded), { mode: 0o600 })
  return portal
}

const run = async () => {
  ensureWebBuilt()
  // Text messages go to a stand-in that prints them here.
  const twilio = await startFakeTwilio()
  twilio.onTaken(({ to, body }) => say(`Text message to ${to}: ${body.replaceAll('\n', ' ')}`))
  // Cards go to a stand-in, too, which takes Stripe's test cards; what it knows outlives it beside the database.
  const isFirst = options.fresh || !existsSync(devicesFile)
  const stripe = await startStripe({ account: { name: 'Riverbend Makers' }, file: stripeFile(isFirst) })
  // Never on a database of DATABASE_URL: the people of the demonstration have a password that everybody knows.
  const env = {
    LOG_LEVEL: 'warn',
    ...process.env,
    SMS_URL: twilio.url,
    STRIPE_URL: stripe.url,
    DATA_DIR: dataDir,
    DATABASE_URL: undefined,
  }
  const config = readConfig(env)
  const log = await openLog(config.logLevel)
  await prepareDemoFolder({ dataDir, isFresh: options.fresh, log })
  const devices: OnDesk[] = []
  const cards = () => listDeskCards(portal.services)
  const extend: PortalOptions['extend'] = (app) => serveDesk(app, { devices, cards })
  const readers: Programs['readers'] = []
  const sellers: Programs['sellers'] = []
  const starting = startSeeded(twilio.account, config, { log, ...(!options['no-simulators'] && { extend }) })
  const { isStopping } = closeOnSignals(starting, async (portal) => {
    for (const program of [...readers, ...sellers]) program.stop()
    await portal.close()
    await stripe.close()
  })
  const portal = await starting
  if (isStopping()) return
  await seedStripe(portal.services, { ...stripe, isFirst })
  if (!options['no-simulators']) {
    await putOnDesk(portal.url.replace('http', 'ws'), { devices, readers, sellers })
    devices.push(plugOnDesk('Dust extractor', (await plugIn(portal.services)).relay))
    await seedWebcams(portal.services, await startCamera())
    await startReceiver(portal.services)
  }
  say(`\nSpacekeeper's demonstration is ready at ${config.siteUrl ?? portal.url}`)
  if (devices.length > 0) say(`Simulated hardware: ${portal.url}/demo/hardware`)
  if (existsSync(statementFile)) say(`A bank statement to import under Payments: ${statementFile}`)
  printPersonas()
  if (readers.length > 0) readCards(readers)
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
})
