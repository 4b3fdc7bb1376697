import { DeviceKind } from '@spacekeeper/contract/devices.ts'
import { addDevice } from '../devices/add-device.ts'
import { authoriseDevice } from '../devices/authorise-device.ts'
import { createDeviceKey } from '../devices/create-device-key.ts'
import { findDeviceBySerial, listDevices, listPendingDevices } from '../devices/queries.ts'
import { required, withCtx, type Command, type CommandInput } from './command.ts'
import type { Ctx } from '#platform/ctx.ts'

const kindOf = (input: CommandInput) => {
  const kind = DeviceKind.safeParse(input.options['kind'] ?? 'door')
  if (!kind.success) throw new Error(`--kind is one of ${DeviceKind.options.join(', ')}.`)
  return kind.data
}

const findDevice = async (ctx: Ctx, input: CommandInput) => {
  const serial = required(input, 'serial')
  const device = await findDeviceBySerial(ctx, { kind: kindOf(input), serial })
  if (!device) throw new Error(`There is no ${kindOf(input)} with the serial number ${serial}.`)
  return device
}

const authorise = (isAuthorised: boolean) => (input: CommandInput) =>
  withCtx(input.config, async (ctx) => {
    const device = await findDevice(ctx, input)
    await authoriseDevice(ctx, { deviceId: device.id, isAuthorised })
    input.say(`${device.name} may ${isAuthorised ? 'connect' : 'no longer connect'}.`)
  })

export const deviceCommands: Record<string, Command> = {
  'device list': {
    usage: '',
    help: 'Lists devices, and serial numbers that knocked and are not known.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => {
        for (const device of await listDevices(ctx)) {
          const state = device.isAuthorised ? 'authorised' : 'not authorised'
          say(
            `${String(device.id).padStart(4)}  ${device.kind.padEnd(12)}${(device.serial ?? '').padEnd(24)}${state.padEnd(16)}${device.name}`,
          )
        }
        for (const { kind, serial, attempts } of await listPendingDevices(ctx)) {
          say(`   ?  ${kind.padEnd(12)}${serial.padEnd(24)}knocked ${attempts} times`)
        }
      }),
  },
  'device add': {
    usage: '--serial SERIAL --name NAME [--kind door]',
    help: 'Adds a device, lets it connect and prints its key. The key is shown this once.',
    run: (input) =>
      withCtx(input.config, async (ctx) => {
        const device = { kind: kindOf(input), serial: required(input, 'serial'), name: required(input, 'name') }
        const id = await addDevice(ctx, device)
        input.say(await createDeviceKey(ctx, id))
      }),
  },
  'device key': {
    usage: '--serial SERIAL [--kind door]',
    help: 'Makes another key for a device and prints it. Older keys go on working.',
    run: (input) =>
      withCtx(input.config, async (ctx) => {
        const { id } = await findDevice(ctx, input)
        input.say(await createDeviceKey(ctx, id))
      }),
  },
  'device authorise': { usage: '--serial SERIAL [--kind door]', help: 'Lets a device connect.', run: authorise(true) },
  'device withdraw': {
    usage: '--serial SERIAL [--kind door]',
    help: 'Lets a device connect no longer; if it is connected, it is cut off.',
    run: authorise(false),
  },
}
