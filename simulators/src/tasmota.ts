import { createRelay, type Relay, type RelayOptions } from './relay.ts'
import { serveRelay, type RelayReply, type RelayRequest } from './serve-relay.ts'

export type TasmotaOptions = RelayOptions & {
  /** A free one, if it is left out. */
  port?: number | undefined
  /** Asked for with the name `admin`. */
  password?: string | undefined
  /** Plugs have one; without, `Status 8` says nothing of energy. */
  hasMeter?: boolean
  /** With two relays, `Power` is a list; so is `Total` once `SetOption129` is on. */
  channels?: 1 | 2
}

/** How long a pulse lasts by the number of `PulseTime`: tenths of seconds up to 111, then seconds and a hundred. */
const pulseMs = (pulse: number) => (pulse <= 111 ? pulse * 100 : (pulse - 100) * 1_000)

const unknown = { Command: 'Unknown' }

const energyOf = (relays: readonly Relay[], countsEach: boolean) => {
  const totals = relays.map((relay) => relay.energyKwh())
  const watts = relays.map((relay) => relay.powerWatts())
  const sum = Number(totals.reduce((all, kwh) => all + kwh, 0).toFixed(4))
  return { Total: countsEach ? totals : sum, Power: watts.length === 1 ? watts[0] : watts, Voltage: 230 }
}

/** What the plug does with a command, and says of it. */
const createCommands = (relays: readonly Relay[], hasMeter: boolean) => {
  const pulses = relays.map(() => 0)
  let countsEach = false
  const isAlone = relays.length === 1
  const nameOf = (index: number) => (isAlone ? 'POWER' : `POWER${index + 1}`)
  const power = () => Object.fromEntries(relays.map((relay, index) => [nameOf(index), relay.isOn() ? 'ON' : 'OFF']))
  const turn = (index: number) => (wanted: string) => {
    const [relay, pulse = 0] = [relays[index], pulses[index]]
    if (!relay) return unknown
    const isOn = wanted === 'toggle' ? !relay.isOn() : ['on', '1', 'true'].includes(wanted)
    if (wanted !== '') relay.turn(isOn, { by: 'the network', ...(pulse > 0 && { forMs: pulseMs(pulse) }) })
    return { [nameOf(index)]: relay.isOn() ? 'ON' : 'OFF' }
  }
  const status: Record<string, () => object> = {
    '8': () => ({
      StatusSNS: { Time: '2026-01-01T00:00:00', ...(hasMeter && { ENERGY: energyOf(relays, countsEach) }) },
    }),
    '11': () => ({ StatusSTS: { Uptime: '0T01:00:00', ...power() } }),
  }
  const setPulse = (index: number) => (value: string) => {
    if (!relays[index]) return unknown
    if (value !== '') pulses[index] = Number(value)
    return { [`PulseTime${index + 1}`]: { Set: pulses[index], Remaining: 0 } }
  }
  const countEach = (value: string) => {
    if (value !== '') countsEach = value === '1'
    return { SetOption129: countsEach ? 'ON' : 'OFF' }
  }
  const restart = () => {
    for (const relay of relays) relay.turn(false, { by: 'a restart' })
    return { Restart: 'Restarting' }
  }
  const commands: Record<string, (value: string) => object> = {
    power: turn(0),
    power1: turn(0),
    power2: turn(1),
    status: (value) => status[value]?.() ?? unknown,
    pulsetime: setPulse(0),
    pulsetime1: setPulse(0),
    pulsetime2: setPulse(1),
    setoption129: countEach,
    restart,
  }
  return (text: string): object => {
    const [command = '', value = ''] = text.trim().toLowerCase().split(/\s+/)
    return commands[command]?.(value) ?? unknown
  }
}

/** A plug with Tasmota and a relay or two, as its web server answers `/cm?cmnd=…`. */
export const startTasmota = async (options: TasmotaOptions = {}) => {
  const { port, password, hasMeter = true, channels = 1 } = options
  const relay = createRelay(options)
  const second = createRelay({ meterKwh: 7, drawKw: 0.06 })
  const obey = createCommands(channels === 2 ? [relay, second] : [relay], hasMeter)
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
    /** Only with two channels. */
    second,
    /** As typed into its console. */
    type: obey,
    close: async () => {
      relay.stop()
      second.stop()
      await close()
    },
  }
}
export type Tasmota = Awaited<ReturnType<typeof startTasmota>>
