import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { Aedes } from 'aedes'
import { createRelay, type RelayOptions } from './relay.ts'

export type MqttPlugOptions = RelayOptions & {
  port?: number | undefined
  /** Asked for with the name `admin`. */
  password?: string | undefined
  /** The broker keeps its state for who listens later; Zigbee2MQTT has it kept only where it is told to. */
  isStateRetained?: boolean
}

const topics = { command: 'plug/set', state: 'plug', availability: 'plug/availability' }

/** The port of a broker, on 127.0.0.1. */
const listen = async (broker: Aedes, port = 0) => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    broker.handle(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `mqtt://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`,
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

/**
 * A broker with one plug on it, as Zigbee2MQTT has them: `plug/set` takes ON and OFF, `plug` says
 * `{"state":"ON","energy":…}`, and `plug/availability` whether it is there.
 */
export const startMqttPlug = async (options: MqttPlugOptions = {}) => {
  const { port, password, isStateRetained = true } = options
  const broker = await Aedes.createBroker()
  const relay = createRelay({
    ...options,
    onEvent: (event) => {
      options.onEvent?.(event)
      tellState()
    },
  })
  let isThere = true
  let isMute = false
  const tell = (topic: string, message: string, retain = true) =>
    broker.publish({ cmd: 'publish', topic, payload: message, qos: 1, retain, dup: false }, () => undefined)
  const tellState = () => {
    if (isMute) return
    const state = { state: relay.isOn() ? 'ON' : 'OFF', energy: relay.energyKwh() }
    tell(topics.state, JSON.stringify(state), isStateRetained)
  }
  const goAway = (isGone: boolean) => {
    isThere = !isGone
    tell(topics.availability, isGone ? 'offline' : 'online')
  }

  broker.authenticate = (_client, username, given, done) => {
    done(null, password === undefined || (username === 'admin' && given?.toString() === password))
  }
  broker.subscribe(
    topics.command,
    (packet, done) => {
      if (isThere) relay.turn(packet.payload.toString() === 'ON', { by: 'the network' })
      done()
    },
    () => undefined,
  )
  goAway(false)
  tellState()

  const line = await listen(broker, port)
  return {
    url: line.url,
    relay,
    tellState,
    /** The plug loses its broker, which says so. */
    goAway,
    /** It obeys and does not say so. */
    mute: () => void (isMute = true),
    close: async () => {
      relay.stop()
      line.close()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}
