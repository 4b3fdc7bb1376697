import type { ShellySettings } from '@spacekeeper/contract/drivers.ts'
import { z } from 'zod'
import { below, callRelay } from './call-relay.ts'
import { driverFault } from './driver-fault.ts'
import { answerChallenge, readShelly, shellyState } from './read-shelly.ts'
import type { OpenDriver } from './relay-driver.ts'

const Switched = z.object({ was_on: z.boolean() })

/** Relays of Shelly from the second generation on, over the calls of their web server. */
export const driveShelly: OpenDriver<ShellySettings> = ({ settings, secret }) => {
  const { address, output } = settings
  const ask = async (method: string, query: Record<string, string> = {}) => {
    const url = below(address, `/rpc/${method}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const first = await callRelay(url)
    if (first.status !== 401 || secret === '') return readShelly(first)
    const path = `${url.pathname}${url.search}`
    const header = first.headers.get('www-authenticate')
    const authorization = answerChallenge({ header, method: 'GET', path, password: secret })
    return readShelly(await callRelay(url, { headers: { authorization } }))
  }
  // It counts its switches from 0, people from 1.
  const id = String(output - 1)
  const read = async () => shellyState(await ask('Switch.GetStatus', { id }))
  const turn = async (isOn: boolean, more: Record<string, string> = {}) => {
    const answer = await ask('Switch.Set', { id, on: String(isOn), ...more })
    if (!Switched.safeParse(answer).success) throw driverFault('notUnderstood')
    if ((await read()).isOn !== isOn) throw driverFault('unavailable')
  }
  return {
    timesBumps: true,
    readState: read,
    command: async (command) => {
      switch (command.name) {
        case 'lock':
          return turn(false)
        case 'unlock':
          return turn(true)
        case 'bump':
          return turn(true, { toggle_after: String(command.seconds) })
        case 'reboot':
          await ask('Shelly.Reboot')
          return undefined
      }
    },
    close: () => undefined,
  }
}
