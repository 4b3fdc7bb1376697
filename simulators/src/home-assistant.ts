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

const answerCalls = (relay: Relay, entity: string) => {
  const [domain = ''] = entity.split('.')
  const isLock = domain === 'lock'
  let isAway = false
  const word = () => (isLock ? (relay.isOn() ? 'unlocked' : 'locked') : relay.isOn() ? 'on' : 'off')
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
  const answer = ({ method, url, body }: RelayRequest): RelayReply => {
    const [, kind = '', rest = ''] = /^\/api\/(states|services)\/(.+)$/.exec(url.pathname) ?? []
    if (kind === 'states') return states[decodeURIComponent(rest)]?.() ?? missing
    const service = method === 'POST' ? services[rest] : undefined
    if (!service) return { status: 400, body: { message: 'Service not found.' } }
    // As the real one does, it says nothing about entities it does not know.
    if (body.includes(`"${entity}"`) && !isAway) service()
    return { body: [] }
  }
  return {
    answer,
    /** The device loses its hub. */
    goAway: (isGone: boolean) => {
      isAway = isGone
    },
  }
}

/** A Home Assistant with one lock or switch and a meter, `sensor.energy`. */
export const startHomeAssistant = async (options: HomeAssistantOptions = {}) => {
  const { port, password, entity = 'lock.front_door' } = options
  const relay = createRelay(options)
  const { answer, goAway } = answerCalls(relay, entity)
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
    close: async () => {
      relay.stop()
      await close()
    },
  }
}
