import { createRelay, type Relay, type RelayOptions } from './relay.ts'
import { serveRelay, type RelayReply, type RelayRequest } from './serve-relay.ts'

export type TasmotaOptions = RelayOptions & {
  /** A free one, if it is left out. */
  port?: number | undefined
  /** Asked for with the name `admin`. */
  password?: string | undefined
  /** Plugs have one; without, `Status 8` says nothing of energy. */
  hasMeter?: boolean
}

/** How long a pulse lasts by the number of `PulseTime`: tenths of seconds up to 111, then seconds and a hundred. */
const pulseMs = (pulse: number) => (pulse <= 111 ? pulse * 100 : (pulse - 100) * 1_000)

const unknown = { Command: 'Unknown' }

/** What the plug does with a command, and says of it. */
const createCommands = (relay: Relay, hasMeter: boolean) => {
  let pulse = 0
  const power = () => ({ POWER: relay.isOn() ? 'ON' : 'OFF' })
  const turn = (wanted: string) => {
    const isOn = wanted === 'toggle' ? !relay.isOn() : ['on', '1', 'true'].includes(wanted)
    if (wanted !== '') relay.turn(isOn, { by: 'the network', ...(pulse > 0 && { forMs: pulseMs(pulse) }) })
    return power()
  }
  const energy = () => ({ Total: relay.energyKwh(), Power: relay.powerWatts(), Voltage: 230 })
  const status: Record<string, () => object> = {
    '8': () => ({ StatusSNS: { Time: '2026-01-01T00:00:00', ...(hasMeter && { ENERGY: energy() }) } }),
    '11': () => ({ StatusSTS: { Uptime: '0T01:00:00', ...power() } }),
  }
  const setPulse = (value: string) => {
    if (value !== '') pulse = Number(value)
    return { PulseTime1: { Set: pulse, Remaining: 0 } }
  }
  const restart = () => {
    relay.turn(false, { by: 'a restart' })
    return { Restart: 'Restarting' }
  }
  const commands: Record<string, (value: string) => object> = {
    power: turn,
    power1: turn,
    status: (value) => status[value]?.() ?? unknown,
    pulsetime: setPulse,
    pulsetime1: setPulse,
    restart,
  }
  return (text: string): object => {
    const [command = '', value = ''] = text.trim().toLowerCase().split(/\s+/)
    return commands[command]?.(value) ?? unknown
  }
}

/** A plug with Tasmota and one relay, as its web server answers `/cm?cmnd=…`. */
export const startTasmota = async (options: TasmotaOptions = {}) => {
  const { port, password, hasMeter = true } = options
  const relay = createRelay(options)
  const obey = createCommands(relay, hasMeter)
  const answer = ({ url }: RelayRequest): RelayReply => {
    const { searchParams } = url
    if (url.pathname !== '/cm') return { status: 404, body: { error: 'There is only /cm.' } }
    const isKnown = searchParams.get('user') === 'admin' && searchParams.get('password') === password
    if (password !== undefined && !isKnown) {
      return { status: 401, body: { WARNING: 'Need user=<username>&password=<password>' } }
    }
    return { body: obey(searchParams.get('cmnd') ?? '') }
  }
  const { close, ...server } = await serveRelay({ port, answer })
  return {
    ...server,
    relay,
    close: async () => {
      relay.stop()
      await close()
    },
  }
}
export type Tasmota = Awaited<ReturnType<typeof startTasmota>>
