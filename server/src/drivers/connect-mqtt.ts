import type { DriverProblem, MqttSettings } from '@spacekeeper/contract/drivers.ts'
import mqtt from 'mqtt'
import { z } from 'zod'
import { driverFault } from './driver-fault.ts'

const connectMs = 2_000
const retryMs = 2_000
const maxBytes = 64 * 1024

type Input = {
  settings: MqttSettings
  secret: string
  topics: readonly string[]
  hear: (topic: string, message: string) => void
  lost: () => void
}

/** What a broker says that refuses somebody: 4 and 5 in version 3, 134 and 135 in version 5. */
const Refusal = z.object({ code: z.union([z.literal(4), z.literal(5), z.literal(134), z.literal(135)]) })

/** A line to a broker that comes back by itself when it is lost, and listens to some topics. */
export const connectMqtt = ({ settings, secret, topics, hear, lost }: Input) => {
  const { address, username } = settings
  let problem: DriverProblem = 'unreachable'
  const client = mqtt.connect(address, {
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
    problem = Refusal.safeParse(error).success ? 'wrongSecret' : 'unreachable'
  })
  client.on('close', lost)

  /** Resolves while the line stands, waiting a moment for one that is just being opened. */
  const ready = () =>
    new Promise<void>((resolve, reject) => {
      if (client.connected) return resolve()
      const settle = (end: () => void) => {
        clearTimeout(late)
        client.off('connect', connected)
        client.off('error', failed)
        end()
      }
      const connected = () => settle(resolve)
      const failed = () => settle(() => reject(driverFault(problem)))
      const late = setTimeout(failed, connectMs)
      client.on('connect', connected)
      client.on('error', failed)
    })
  return {
    ready,
    publish: async (topic: string, message: string) => {
      await ready()
      await client.publishAsync(topic, message, { qos: 1 })
    },
    reconnect: async () => {
      client.reconnect()
      await ready()
    },
    close: () => void client.end(true),
  }
}
