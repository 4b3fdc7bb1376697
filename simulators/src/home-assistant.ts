import { setTimeout as wait } from 'node:timers/promises'
import { createRelay, type Relay, type RelayOptions } from './relay.ts'
import { serveRelay, type RelayReply, type RelayRequest } from './serve-relay.ts'

export type HomeAssistantOptions = RelayOptions & {
  port?: number | undefined
  /** The token it asks for. */
  password?: string | undefined
  /** The lock or switch it looks after. */
  entity?: string
}

const found = (state: string, attributes: object = {}): RelayReply => ({ body: { state, attributes } })
const missing: RelayReply = { status: 404, body: { message: 'Entity not found.' } }

/** `confirmMs`: so long after the device did it, its state says so. `blockMs`: so long a call runs before the device obeys. */
export type HomeAssistantLag = { confirmMs?: number; blockMs?: number }

/** What the hub knows of its device, which is what the device has confirmed. */
const followRelay = (isOn: boolean) => {
  let known = isOn
  let confirmMs = 0
  const timers = new Set<NodeJS.Timeout>()
  return {
    isOn: () => known,
    confirmAfter: (ms: number) => {
      confirmMs = ms
    },
    hear: (is: boolean) => {
      if (confirmMs === 0) known = is
      else timers.add(setTimeout(() => (known = is), confirmMs))
    },
    stop: () => timers.forEach((timer) => clearTimeout(timer)),
  }
}

const answerCalls = (relay: Relay, { entity, isOn: isKnownOn }: { entity: string; isOn: () => boolean }) => {
  const [domain = ''] = entity.split('.')
  const isLock = domain === 'lock'
  let isAway = false
  let blockMs = 0
  const word = () => (isLock ? (isKnownOn() ? 'unlocked' : 'locked') : isKnownOn() ? 'on' : 'off')
  const states: Record<string, () => RelayReply> = {
    [entity]: () => found(isAway ? 'unavailable' : word()),
    'sensor.energy': () => found(String(relay.energyKwh()), { unit_of_measurement: 'kWh' }),
  }
  const turn = (isOn: boolean) => () => relay.turn(isOn, { by: 'the network' })
  const services: Record<string, () => void> = {
    [isLock ? 'lock/unlock' : `${domain}/turn_on`]: turn(true),
    [isLock ? 'lock/lock' : `${domain}/turn_off`]: turn(false),
    'homeassistant/update_entity': () => undefined,
  }
  const answer = async ({ method, url, body }: RelayRequest): Promise<RelayReply> => {
    const [, kind = '', rest = ''] = /^\/api\/(states|services)\/(.+)$/.exec(url.pathname) ?? []
    if (kind === 'states') return states[decodeURIComponent(rest)]?.() ?? missing
    const service = method === 'POST' ? services[rest] : undefined
    if (!service) return { status: 400, body: { message: 'Service not found.' } }
    // As the real one does, it says nothing about entities it does not know.
    if (!body.includes(`"${entity}"`) || isAway) return { body: [] }
    // It goes on with the call when the caller has hung up.
    if (blockMs > 0) await wait(blockMs)
    service()
    return { body: [] }
  }
  return {
    answer,
    /** The device loses its hub. */
    goAway: (isGone: boolean) => {
      isAway = isGone
    },
    blockFor: (ms: number) => {
      blockMs = ms
    },
  }
}

/** A Home Assistant with one lock or switch and a meter, `sensor.energy`. */
export const startHomeAssistant = async (options: HomeAssistantOptions = {}) => {
  const { port, password, entity = 'lock.front_door' } = options
  const relay = createRelay({
    ...options,
    onEvent: (event) => {
      options.onEvent?.(event)
      known.hear(relay.isOn())
    },
  })
  const known = followRelay(false)
  const { answer, goAway, blockFor } = answerCalls(relay, { entity, isOn: known.isOn })
  const isKnown = ({ headers }: RelayRequest) => headers.authorization === `Bearer ${password}`
  const { close, ...server } = await serveRelay({
    port,
    answer: (request) =>
      password === undefined || isKnown(request) ? answer(request) : { status: 401, body: { message: 'Unauthorized' } },
  })
  return {
    ...server,
    relay,
    goAway,
    /** From now on, what is told takes its time, as most devices behind a hub do. */
    lag: ({ confirmMs = 0, blockMs = 0 }: HomeAssistantLag) => {
      known.confirmAfter(confirmMs)
      blockFor(blockMs)
    },
    close: async () => {
      known.stop()
      relay.stop()
      await close()
    },
  }
}
