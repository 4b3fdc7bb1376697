import { DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { sayCount } from '@spacekeeper/contract/formatters.ts'
import type { Ctx } from '#platform/ctx.ts'
import { findDeviceBySerial, listDevices } from '../devices/devices.ts'
import { createDeviceKey } from '../devices/keys.ts'
import { listPendingDevices } from '../devices/pending.ts'
import { createDevice, authoriseDevice } from '../devices/registration.ts'
import { required, withCtx, type Command, type CommandInput } from './command.ts'

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
    help: 'Lists devices, and unknown serial numbers that tried to connect.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => {
        for (const device of await listDevices(ctx)) {
          const state = device.isAuthorised ? 'authorised' : 'not authorised'
          say(
            `${String(device.id).padStart(4)}  ${device.kind.padEnd(12)}${(device.serial ?? '').padEnd(24)}${state.padEnd(16)}${device.name}`,
          )
        }
        for (const { kind, serial, attempts } of await listPendingDevices(ctx)) {
          say(
            `   ?  ${kind.padEnd(12)}${serial.padEnd(24)}${sayCount(attempts, { one: 'tried to connect once', other: 'tried to connect {count} times' })}`,
          )
        }
      }),
  },
  'device add': {
    usage: '--serial SERIAL --name NAME [--kind door]',
    help: 'Adds and authorises a device and prints its key. The key is shown once.',
    run: (input) =>
      withCtx(input.config, async (ctx) => {
        const device = { kind: kindOf(input), serial: required(input, 'serial'), name: required(input, 'name') }
        const id = await createDevice(ctx, device)
        input.say(await createDeviceKey(ctx, id))
      }),
  },
  'device key': {
    usage: '--serial SERIAL [--kind door]',
    help: 'Creates another key for a device and prints it. Older keys still work.',
    run: (input) =>
      withCtx(input.config, async (ctx) => {
        const { id } = await findDevice(ctx, input)
        input.say(await createDeviceKey(ctx, id))
      }),
  },
  'device authorise': { usage: '--serial SERIAL [--kind door]', help: 'Authorises a device.', run: authorise(true) },
  'device withdraw': {
    usage: '--serial SERIAL [--kind door]',
    help: 'Withdraws the authorisation of a device and disconnects it.',
    run: authorise(false),
  },
}
