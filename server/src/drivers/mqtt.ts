import { Socket, connect as connectPlain, isIP } from 'node:net'
import { connect as connectSecure } from 'node:tls'
import type { MqttSettings, DriverProblem } from '@spacekeeper/contract/drivers/shapes.ts'
import { MqttClient } from 'mqtt'
import { z } from 'zod'
import { FetchFailure, lookupAllowed } from '#platform/http/guarded-fetch.ts'
import { problemOfHost } from '#platform/http/outgoing-address.ts'
import { driverFault, driverProblemOf, type OpenDriver } from './relay-driver.ts'

const Fields = z.record(z.string(), z.unknown())

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What stands in a message under a name such as `ENERGY.Total`; the whole message without one. Undefined: nothing. */
export const readMqttValue = (message: string, key: string): string | undefined => {
  if (key === '') return message.trim()
  let value: unknown = parse(message)
  for (const name of key.split('.')) {
    // A list is read by position, as a Tasmota with several channels counts: `ENERGY.Total.0`.
    const fields = Fields.safeParse(Array.isArray(value) ? Object.fromEntries(value.entries()) : value)
    if (!fields.success) return undefined
    value = fields.data[name]
  }
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined
}

/** Whether a message says that a relay is on; null when it says neither. */
export const isMessageOn = (value: string | undefined, words: { on: string; off: string }): boolean | null => {
  const said = value?.toLowerCase()
  if (said === words.on.toLowerCase()) return true
  return said === words.off.toLowerCase() ? false : null
}

/** A number in a message; null for anything else. */
export const numberIn = (value: string | undefined): number | null => {
  const number = value === undefined || value === '' ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

/** The words in which devices say that they are gone. */
export const saysOffline = (message: string): boolean =>
  ['offline', 'false', '0'].includes((readMqttValue(message, 'state') ?? message).trim().toLowerCase())

/** How long a relay may take to say what it does. */
const patienceMs = 2_500

/** Waits for what a relay is heard to say. `look` has to be called whenever something was heard. */
export const awaitReading = (isAway: () => boolean) => {
  const waiting = new Set<() => void>()
  return {
    look: () => {
      for (const look of waiting) look()
    },
    /** Resolves once it is as wished; throws a fault when that takes too long, or the relay is gone. */
    until: (condition: () => boolean) =>
      new Promise<void>((resolve, reject) => {
        const look = () => {
          if (!isAway() && !condition()) return
          clearTimeout(late)
          waiting.delete(look)
          if (isAway()) reject(driverFault('unavailable'))
          else resolve()
        }
        const late = setTimeout(() => {
          waiting.delete(look)
          reject(driverFault('timedOut'))
        }, patienceMs)
        waiting.add(look)
        look()
      }),
  }
}

const connectMs = 2_000

const retryMs = 2_000

const maxBytes = 64 * 1024

type MqttLineInput = {
  settings: MqttSettings
  secret: string
  topics: readonly string[]
  hear: (topic: string, message: string) => void
  lost: () => void
}

/** The codes of a refused login: 4 and 5 in version 3 of MQTT, 134 and 135 in version 5. */
const LoginRefusal = z.object({ code: z.union([z.literal(4), z.literal(5), z.literal(134), z.literal(135)]) })

/** Resolves while the line stands, waiting a moment for one that is just being opened. */
const awaitConnection = (client: MqttClient, problemNow: () => DriverProblem) =>
  new Promise<void>((resolve, reject) => {
    if (client.connected) return resolve()
    const settle = (end: () => void) => {
      clearTimeout(late)
      client.off('connect', connected)
      client.off('error', failed)
      end()
    }
    const connected = () => settle(resolve)
    const failed = () => settle(() => reject(driverFault(problemNow())))
    const late = setTimeout(failed, connectMs)
    client.on('connect', connected)
    client.on('error', failed)
  })

/** Brokers stand in the network of the space, so private addresses are allowed; those of data centres are not. */
const allowance = { allowPrivate: true }

const openLine = (address: string): Socket => {
  const { protocol, hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  const problem = problemOfHost(address, allowance)
  // As a line that broke: the client tries again by itself, and has no place for what is thrown.
  if (problem !== null) return new Socket().destroy(new FetchFailure(problem))
  const lookup = lookupAllowed(allowance)
  if (protocol === 'mqtt:') return connectPlain({ host, port: Number(port || 1883), lookup })
  const named = isIP(host) === 0 && { servername: host }
  return connectSecure({ host, port: Number(port || 8883), lookup, ...named })
}

/** A line to a broker that comes back by itself when it is lost, and listens to some topics. */
export const connectMqtt = ({ settings, secret, topics, hear, lost }: MqttLineInput) => {
  const { address, username } = settings
  let problem: DriverProblem = 'unreachable'
  const client = new MqttClient(() => openLine(address), {
    ...(username !== '' && { username }),
    ...(secret !== '' && { password: secret }),
    connectTimeout: connectMs,
    reconnectPeriod: retryMs,
    queueQoSZero: false,
  })
  client.on('connect', () => {
    const wanted = [...new Set(topics)].filter((topic) => topic !== '')
    client.subscribe(wanted, { qos: 1 }, () => undefined)
  })
  client.on('message', (topic, payload) => {
    if (payload.byteLength <= maxBytes) hear(topic, payload.toString('utf8'))
  })
  // Whatever it is, the line is tried again.
  client.on('error', (error) => {
    problem = LoginRefusal.safeParse(error).success ? 'wrongSecret' : 'unreachable'
  })
  client.on('close', lost)

  const ready = () => awaitConnection(client, () => problem)
  return {
    ready,
    /**
     * Sends a message once, or not at all: without an acknowledgement there is nothing to send again with the next
     * connection. Whether it was obeyed is heard from the relay itself.
     */
    publish: async (topic: string, message: string) => {
      await ready()
      await client.publishAsync(topic, message, { qos: 0 })
    },
    /** Throws away what may still wait in the line, so that it does not arrive later. */
    reset: async () => {
      if (!client.connected) return
      const closed = new Promise((resolve) => client.once('close', () => resolve(undefined)))
      if (client.stream instanceof Socket) client.stream.resetAndDestroy()
      else client.stream.destroy()
      await closed
      client.reconnect()
    },
    reconnect: async () => {
      client.reconnect()
      await ready()
    },
    close: () => void client.end(true),
  }
}

/** Relays behind a broker: what they say of themselves is listened to, and what they are told is published. */
export const driveMqtt: OpenDriver<MqttSettings> = ({ settings, secret, onChange }) => {
  const { stateTopic, stateKey, energyTopic, energyKey, availabilityTopic, commandTopic, onWord, offWord } = settings
  let isOn: boolean | null = null
  let energyKwh: number | null = null
  let isAway = false
  const { look, until } = awaitReading(() => isAway)

  const hear = (topic: string, message: string) => {
    const before = { isOn, isAway }
    if (topic === availabilityTopic) isAway = saysOffline(message)
    if (topic === stateTopic) isOn = isMessageOn(readMqttValue(message, stateKey), { on: onWord, off: offWord }) ?? isOn
    if (topic === energyTopic) energyKwh = numberIn(readMqttValue(message, energyKey)) ?? energyKwh
    look()
    if (before.isOn !== isOn || before.isAway !== isAway) onChange()
  }
  const line = connectMqtt({
    settings,
    secret,
    topics: [stateTopic, energyTopic, availabilityTopic],
    hear,
    // What was known is old by the time it is back.
    lost: () => {
      isOn = null
      isAway = false
    },
  })

  const turn = async (wanted: boolean) => {
    try {
      await line.publish(commandTopic, wanted ? onWord : offWord)
      await until(() => isOn === wanted)
    } catch (error) {
      if (driverProblemOf(error) === 'timedOut') await line.reset()
      throw error
    }
  }
  return {
    timesBumps: false,
    readState: async () => {
      await line.ready()
      await until(() => isOn !== null)
      return { isOn: isOn === true, hasMeter: energyTopic !== '', energyKwh, powerWatts: null }
    },
    command: async ({ name }) => {
      if (name === 'reboot') return line.reconnect()
      return turn(name !== 'lock')
    },
    close: line.close,
  }
}
