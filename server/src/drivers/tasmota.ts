import type { TasmotaSettings } from '@spacekeeper/contract/drivers/shapes.ts'
import { z } from 'zod'
import { below, callRelay } from './relay-calls.ts'
import { driverFault, type OpenDriver, type RelayReading } from './relay-driver.ts'

/** Firmware of all ages says so with 200 or 401. */
const TasmotaWarning = z.object({ WARNING: z.string() })

const Unknown = z.object({ Command: z.enum(['Unknown', 'Error']) })

const Answer = z.record(z.string(), z.unknown())

/** The answer of a plug to a command, as an object; throws a fault for what is no answer. */
export const readTasmota = (answer: { status: number; body: unknown }): Record<string, unknown> => {
  if (answer.status === 401 || TasmotaWarning.safeParse(answer.body).success) throw driverFault('wrongSecret')
  if (Unknown.safeParse(answer.body).success) throw driverFault('wrongOutput')
  const body = Answer.safeParse(answer.body)
  if (answer.status !== 200 || !body.success) throw driverFault('notUnderstood')
  return body.data
}

const TasmotaSwitch = z.enum(['ON', 'OFF'])

/** Whether an output is on. With one relay it is called POWER, with several POWER1 and so on. */
export const isTasmotaOn = (body: Record<string, unknown>, output: number): boolean => {
  const named = body[`POWER${output}`] ?? (output === 1 ? body['POWER'] : undefined)
  if (named === undefined && ('POWER' in body || 'POWER1' in body)) throw driverFault('wrongOutput')
  const power = TasmotaSwitch.safeParse(named)
  if (!power.success) throw driverFault('notUnderstood')
  return power.data === 'ON'
}

const Sensors = z.object({ StatusSNS: z.object({ ENERGY: z.record(z.string(), z.unknown()).optional() }) })

const Figure = z.union([z.number(), z.array(z.unknown())])

/** With several channels a figure is a list of one each; `Total` is their sum in one number, unless `SetOption129` is on. */
const figureOf = (value: unknown, output: number): number | null => {
  const figure = Figure.safeParse(value)
  if (!figure.success) return null
  const own = z.number().safeParse(Array.isArray(figure.data) ? figure.data[output - 1] : figure.data)
  return own.success ? own.data : null
}

/** What the meter of an output shows; plugs without one say nothing of energy. */
export const tasmotaEnergy = (body: unknown, output: number): Omit<RelayReading, 'isOn'> => {
  const sensors = Sensors.safeParse(body)
  const energy = sensors.success ? sensors.data.StatusSNS.ENERGY : undefined
  if (energy === undefined) return { hasMeter: false, energyKwh: null, powerWatts: null }
  const { Total, Power } = energy
  return { hasMeter: true, energyKwh: figureOf(Total, output), powerWatts: figureOf(Power, output) }
}

/** The number a plug's own timer takes for so many seconds: tenths below twelve, then seconds and a hundred. */
export const pulseTime = (seconds: number): number => (seconds < 12 ? seconds * 10 : seconds + 100)

const State = z.object({ StatusSTS: z.record(z.string(), z.unknown()) })

/** Plugs and relays with Tasmota, over the commands of its web server. */
export const driveTasmota: OpenDriver<TasmotaSettings> = ({ settings, secret }) => {
  const { address, output } = settings
  const ask = async (command: string) => {
    const url = below(address, '/cm')
    if (secret !== '') {
      url.searchParams.set('user', 'admin')
      url.searchParams.set('password', secret)
    }
    url.searchParams.set('cmnd', command)
    return readTasmota(await callRelay(url))
  }
  /** The timer counts from each switching on, so it is set before. 0 is none. */
  const turnOn = async (timer: number) => {
    await ask(`PulseTime${output} ${timer}`)
    await turn('On')
  }
  const turn = async (wanted: 'On' | 'Off') => {
    if (isTasmotaOn(await ask(`Power${output} ${wanted}`), output) !== (wanted === 'On'))
      throw driverFault('notUnderstood')
  }
  return {
    timesBumps: true,
    readState: async () => {
      const state = State.safeParse(await ask('Status 11'))
      if (!state.success) throw driverFault('notUnderstood')
      const isOn = isTasmotaOn(state.data.StatusSTS, output)
      return { isOn, ...tasmotaEnergy(await ask('Status 8'), output) }
    },
    command: async (command) => {
      switch (command.name) {
        case 'lock':
          return turn('Off')
        case 'unlock':
          return turnOn(0)
        case 'bump':
          return turnOn(pulseTime(command.seconds))
        case 'reboot':
          await ask('Restart 1')
          return undefined
      }
    },
    close: () => undefined,
  }
}
