/** Hardware for a desk: `npm run simulator -- door --server ws://127.0.0.1:8000 --serial … --key … --store FILE` */
import { parseArgs } from 'node:util'
import { startHomeAssistant } from './home-assistant.ts'
import { startMqttPlug } from './mqtt-plug.ts'
import { runCardReader } from './run-card-reader.ts'
import { runDoor } from './run-door.ts'
import { runMachine } from './run-machine.ts'
import { runPlug } from './run-plug.ts'
import { readSlot, runVending } from './run-vending.ts'
import { startShelly } from './shelly.ts'
import { startTasmota } from './tasmota.ts'

const help = `Usage: npm run simulator -- door --serial SERIAL --key PREFIX.SECRET --store FILE
       npm run simulator -- interlock --serial SERIAL --key PREFIX.SECRET
       npm run simulator -- memberbucks --serial SERIAL --key PREFIX.SECRET --slot 3:250:Cola
       npm run simulator -- tasmota|shelly|homeassistant|mqtt --port PORT
       npm run simulator -- card-reader --port PORT
       npm run simulator -- camera --port PORT
       npm run simulator -- webhook-receiver --port PORT --secret whsec_…
       npm run simulator -- stripe --port PORT --store FILE
  --key KEY           may stand in the environment as DEVICE_KEY instead, where no list of processes shows it
  --server URL        the portal (ws://127.0.0.1:8000)
  --interactive       read card numbers from the keyboard, one a line
  --control PORT      listen on 127.0.0.1: POST /swipe {"card": "…"}, GET /state
  --reconnect SECONDS longest wait before it tries again after losing the portal (10)
  --ip ADDRESS        the address the device reports (127.0.0.1)
a door:
  --swipe CARD        hold this card to the reader; may be given often. Ends after the last one,
                      unless another flag keeps the door running
  --every SECONDS     swipe again and again: the cards of --swipe in turn, else any card of the list
  --unlock SECONDS    how long a swipe opens the door (7)
an interlock:
  --meter KWH         what its meter has counted over its life (0)
  --draw KW           what the machine draws while it runs (1)
a vending machine (memberbucks):
  --slot ID:CENTS:NAME  what is in it; may be given often. With --interactive, "CARD ID" buys
a relay the portal reaches over the network: a plug with Tasmota, a Shelly, a lock of Home Assistant,
or a broker of MQTT with a plug on it:
  --port PORT         where it listens on 127.0.0.1 (a free one)
  --password WORD     the password or token it asks for
  --entity NAME       what Home Assistant looks after (lock.front_door)
  --interactive       a line from the keyboard presses its button
  --meter, --draw     as for an interlock
the card reader beside a kiosk:
  --port PORT         where the kiosk finds it on 127.0.0.1 (a free one)
  --debug             says more than cards
a webcam of a room with a clock, as pictures and as a stream:
  --port PORT         where it listens on 127.0.0.1 (a free one)
  --password LOGIN    the name and password it asks for, as NAME:PASSWORD
another system that webhooks tell of what happens; it prints what it believes:
  --port PORT         where it listens on 127.0.0.1 (a free one)
  --secret SECRET     as the portal showed it once; may stand in the environment as WEBHOOK_SECRET
Stripe, as the official library speaks to it (point STRIPE_URL of the portal at it):
  --port PORT         where it listens on 127.0.0.1 (a free one)
  --store FILE        keeps everything over a restart
  --name NAME         what its pages call the space (Example Space)
  --now TIME          its clock begins here and stands still until it is moved (it runs along with the real one)`

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
    meter: { type: 'string', default: '0' },
    draw: { type: 'string', default: '1' },
    port: { type: 'string', default: '0' },
    password: { type: 'string' },
    entity: { type: 'string', default: 'lock.front_door' },
    debug: { type: 'boolean', default: false },
    secret: { type: 'string' },
    slot: { type: 'string', multiple: true, default: [] },
    now: { type: 'string' },
    name: { type: 'string', default: 'Example Space' },
    help: { type: 'boolean', default: false },
  },
})

const stop = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const amount = (flag: string, input: { text: string; unit: string; isZeroFine?: boolean }): number => {
  const value = Number(input.text)
  if (Number.isFinite(value) && (value > 0 || (input.isZeroFine && value === 0))) return value
  return stop(`--${flag} wants a number of ${input.unit}, not "${input.text}".`)
}
const ms = (flag: string, text: string) => amount(flag, { text, unit: 'seconds' }) * 1_000

const timeOf = (text: string | undefined) =>
  text === undefined || !Number.isNaN(Date.parse(text)) ? text : stop(`--now wants a time, not "${text}".`)

const common = () => ({
  server: values.server,
  serial: values.serial ?? stop('--serial is missing.'),
  key: values.key ?? process.env['DEVICE_KEY'] ?? stop('--key is missing.'),
  ip: values.ip,
  reconnectMs: ms('reconnect', values.reconnect),
  isInteractive: values.interactive,
  control: values.control === undefined ? undefined : Number(values.control),
})

const metered = () => ({
  meterKwh: amount('meter', { text: values.meter, unit: 'kWh', isZeroFine: true }),
  drawKw: amount('draw', { text: values.draw, unit: 'kW', isZeroFine: true }),
})
const plug = () => ({
  ...metered(),
  port: Number(values.port),
  password: values.password,
})

const runAs = (name: string, start: Parameters<typeof runPlug>[0]['start']) =>
  runPlug({ name, isInteractive: values.interactive, start })

const programs: Record<string, () => Promise<void>> = {
  door: () =>
    runDoor({
      ...common(),
      store: values.store ?? stop('--store is missing.'),
      unlockMs: ms('unlock', values.unlock),
      swipe: values.swipe,
      everyMs: values.every === undefined ? undefined : ms('every', values.every),
    }),
  interlock: () =>
    runMachine({
      ...common(),
      ...metered(),
    }),
  tasmota: () => runAs('tasmota', (events) => startTasmota({ ...plug(), ...events })),
  shelly: () => runAs('shelly', (events) => startShelly({ ...plug(), ...events })),
  mqtt: () => runAs('mqtt', (events) => startMqttPlug({ ...plug(), ...events })),
  homeassistant: () =>
    runAs('homeassistant', (events) => startHomeAssistant({ ...plug(), entity: values.entity, ...events })),
  'card-reader': () =>
    runCardReader({
      port: Number(values.port),
      isTalkative: values.debug,
      isInteractive: values.interactive,
      control: values.control === undefined ? undefined : Number(values.control),
    }),
  camera: async () => {
    const { runCamera } = await import('./run-camera.ts')
    await runCamera({ port: Number(values.port), login: values.password })
  },
  'webhook-receiver': async () => {
    const secret = values.secret ?? process.env['WEBHOOK_SECRET'] ?? stop('--secret is missing.')
    const { runWebhookReceiver } = await import('./run-webhook-receiver.ts')
    await runWebhookReceiver({ port: Number(values.port), secret })
  },
  stripe: async () => {
    // Doors and machines start without reading it: it is larger than all of them.
    const { runStripe } = await import('./run-stripe.ts')
    await runStripe({ port: Number(values.port), file: values.store, now: timeOf(values.now), name: values.name })
  },
  memberbucks: () =>
    runVending({
      ...common(),
      slots: values.slot.map((text) => readSlot(text) ?? stop(`--slot wants ID:CENTS:NAME, not "${text}".`)),
    }),
}

const run = async () => {
  const program = programs[positionals[0] ?? '']
  if (values.help || !program) {
    console.log(help)
    process.exit(values.help ? 0 : 1)
  }
  await program()
}

run().catch((error: unknown) => stop(error instanceof Error ? error.message : String(error)))
