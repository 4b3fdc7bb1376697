import type { DeviceCommand } from '@spacekeeper/contract/devices.ts'
import { doors } from '@spacekeeper/contract/doors.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { commandDevice } from '../devices/command-device.ts'
import { grantAccess } from './grant-access.ts'
import { listAccess, listMemberAccess, listSwipes } from './queries.ts'
import { revokeAccess } from './revoke-access.ts'

const command =
  (name: DeviceCommand) =>
  async ({ ctx, input }: { ctx: Ctx; input: { doorId: number } }) => {
    await commandDevice(ctx, { deviceId: input.doorId, kind: 'door', command: name })
    return { success: true }
  }

export const doorRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: doors,
    handlers: {
      permissions: ({ ctx }) => listAccess(ctx, { memberId: memberOf(ctx).id, withHidden: false }),
      memberAccess: ({ ctx, input }) => listMemberAccess(ctx, input.memberId),
      grant: ({ ctx, input }) => grantAccess(ctx, input),
      revoke: ({ ctx, input }) => revokeAccess(ctx, input),
      sync: command('sync'),
      bump: command('bump'),
      lock: command('lock'),
      unlock: command('unlock'),
      reboot: command('reboot'),
      // Interlocks cannot connect yet, so nobody has used one.
      listSwipes: async ({ ctx }) => ({ doors: await listSwipes(ctx, memberOf(ctx)), interlocks: [] }),
    },
  })
