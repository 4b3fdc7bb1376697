import type { TasmotaSettings } from '@spacekeeper/contract/drivers.ts'
import { z } from 'zod'
import { below, callRelay } from './call-relay.ts'
import { driverFault } from './driver-fault.ts'
import { isTasmotaOn, pulseTime, readTasmota, tasmotaEnergy } from './read-tasmota.ts'
import type { OpenDriver } from './relay-driver.ts'

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
      return { isOn, ...tasmotaEnergy(await ask('Status 8')) }
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
