import type { DeviceCommand } from '@spacekeeper/contract/devices.ts'
import { interlocks } from '@spacekeeper/contract/interlocks.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { commandDevice } from '../devices/command-device.ts'
import { getPrices } from './queries.ts'
import { setPrices } from './set-prices.ts'

const command =
  (name: DeviceCommand) =>
  async ({ ctx, input }: { ctx: Ctx; input: { interlockId: number } }) => {
    await commandDevice(ctx, { deviceId: input.interlockId, kind: 'interlock', command: name })
    return { success: true }
  }

export const interlockRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: interlocks,
    handlers: {
      getPrices: ({ ctx, input }) => getPrices(ctx, input.interlockId),
      setPrices: ({ ctx, input: { interlockId, ...prices } }) => setPrices(ctx, { interlockId, prices }),
      lock: command('lock'),
      unlock: command('unlock'),
      reboot: command('reboot'),
    },
  })
