import { z } from 'zod'
import { Text } from '../fields.ts'
import { readUrl } from '../read-url.ts'
import { driverProblems } from './words.ts'

const isPlainAddress = (text: string) => {
  const url = readUrl(text)
  if (!url) return false
  const { protocol, username, password, search, hash } = url
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === ''
}

/** Where a relay or its hub listens. Mostly in the local network, so any host will do. */
const HttpAddress = Text(200)
  .trim()
  .refine(isPlainAddress, 'An address such as http://192.168.1.20, without a name or password in it.')

const Output = z.number().int().min(1, 'From 1 to 8.').max(8)

const shared = {
  /** How long an opening of a door lasts. */
  openSeconds: z.number().int('A whole number of seconds.').min(1, 'From 1 to 60.').max(60).default(5),
}

const TasmotaSettings = z.strictObject({
  driver: z.literal('tasmota'),
  address: HttpAddress,
  /** Which of its relays, counted from 1. */
  output: Output.default(1),
  ...shared,
})

export type TasmotaSettings = z.infer<typeof TasmotaSettings>

/** From the second generation on. */
const ShellySettings = z.strictObject({
  driver: z.literal('shelly'),
  address: HttpAddress,
  /** Which of its switches, counted from 1. */
  output: Output.default(1),
  ...shared,
})

export type ShellySettings = z.infer<typeof ShellySettings>

const switchable = /^(?:lock|switch|light|fan|input_boolean)\.[a-z0-9_]{1,80}$/

const HomeAssistantSettings = z.strictObject({
  driver: z.literal('homeAssistant'),
  address: HttpAddress,
  entity: Text(100).trim().regex(switchable, 'A lock or a switch, such as lock.front_door or switch.table_saw.'),
  /** A sensor that counts energy over its life; empty without one. */
  energyEntity: Text(100)
    .trim()
    .regex(/^(?:sensor\.[a-z0-9_]{1,80})?$/, 'A sensor, such as sensor.table_saw_energy.')
    .default(''),
  ...shared,
})

export type HomeAssistantSettings = z.infer<typeof HomeAssistantSettings>

const isBroker = (text: string) => {
  const url = readUrl(text)
  if (!url) return false
  const { protocol, username, password, search, hash, pathname } = url
  const isBare = ['', '/'].includes(pathname) && username + password + search + hash === ''
  return ['mqtt:', 'mqtts:'].includes(protocol) && isBare
}

/** What one thing is published under, so without wildcards. */
const Topic = Text(200)
  .trim()
  .regex(/^[^#+]*$/, 'A topic without # and +.')

const NamedTopic = Topic.min(1, 'A topic, such as zigbee2mqtt/table_saw.')

/** Where in a message in JSON something stands, such as `ENERGY.Total`; empty for the whole message. */
const Key = Text(100).trim().default('')

const Word = Text(100).trim().min(1, 'A word, such as ON.')

const MqttSettings = z.strictObject({
  driver: z.literal('mqtt'),
  address: Text(200)
    .trim()
    .refine(isBroker, 'An address such as mqtt://192.168.1.20, without a name or password in it.'),
  username: Text(100).trim().default(''),
  commandTopic: NamedTopic,
  stateTopic: NamedTopic,
  stateKey: Key,
  onWord: Word.default('ON'),
  offWord: Word.default('OFF'),
  /** What a meter counts over its life, in kWh; empty without one. */
  energyTopic: Topic.default(''),
  energyKey: Key,
  /** Says `offline` when the device is gone; without one it counts as there as long as the broker is. */
  availabilityTopic: Topic.default(''),
  ...shared,
})

export type MqttSettings = z.infer<typeof MqttSettings>

/** How a device is reached. `socket`: it connects by itself and speaks the device protocol. */
export const DriverSettings = z.discriminatedUnion('driver', [
  z.strictObject({ driver: z.literal('socket') }),
  TasmotaSettings,
  ShellySettings,
  HomeAssistantSettings,
  MqttSettings,
])

export type DriverSettings = z.infer<typeof DriverSettings>

/** The settings of a relay, which the portal has to reach. */
export type RelaySettings = Exclude<DriverSettings, { driver: 'socket' }>

export const driverNames = [
  'socket',
  'tasmota',
  'shelly',
  'homeAssistant',
  'mqtt',
] as const satisfies DriverSettings['driver'][]

export const DriverProblem = z.enum(driverProblems)

export type DriverProblem = z.infer<typeof DriverProblem>

/** Other devices whose settings mean the same relay: one would switch off what another started. */
export const RelaySharers = z.array(z.object({ id: z.number().int(), name: z.string() }))

/** The driver of a device. Its secret is never told. */
export const Driver = z.object({
  settings: DriverSettings,
  hasSecret: z.boolean(),
  /** Why the last call failed; null when it was answered, or for a socket. */
  problem: DriverProblem.nullable(),
  /** It has a meter that cannot be read, so energy costs nothing. */
  isMeterUnreadable: z.boolean(),
  sharedWith: RelaySharers,
})

export type Driver = z.infer<typeof Driver>

/** What a relay said when it was asked just now. */
export const DriverTest = z.object({
  problem: DriverProblem.nullable(),
  isOn: z.boolean().nullable(),
  hasMeter: z.boolean().nullable(),
  /** Null without a meter, and where it cannot be read. */
  energyKwh: z.number().nullable(),
  powerWatts: z.number().nullable(),
})

export type DriverTest = z.infer<typeof DriverTest>
