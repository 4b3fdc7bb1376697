import type { DeviceCommand, DeviceKind } from '@spacekeeper/contract/devices.ts'
import { doors } from '@spacekeeper/contract/doors.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { changeGrants } from '../devices/change-grants.ts'
import { commandDevice } from '../devices/command-device.ts'
import { getDevice } from '../devices/queries.ts'
import { listMemberAccess } from './list-member-access.ts'
import { listRefusals } from './list-refusals.ts'
import { listUses } from './list-uses.ts'
import { listAccess, listSwipes } from './queries.ts'
import { seesEverySwipe } from './rules.ts'

const command =
  (name: DeviceCommand) =>
  async ({ ctx, input }: { ctx: Ctx; input: { doorId: number } }) => {
    await commandDevice(ctx, { deviceId: input.doorId, kind: 'door', command: name })
    return { success: true }
  }

type One = { deviceId: number; kind: DeviceKind; memberId: number; isGranted: boolean }

/** Gives one device to one member, or takes it away. */
const setOne = async (ctx: Ctx, { deviceId, kind, memberId, isGranted }: One) => {
  await getDevice(ctx, { deviceId, kind })
  await changeGrants(ctx, { memberIds: [memberId], ...(isGranted ? { grant: [deviceId] } : { revoke: [deviceId] }) })
}
const door = (isGranted: boolean) => (call: { ctx: Ctx; input: { doorId: number; memberId: number } }) =>
  setOne(call.ctx, { deviceId: call.input.doorId, kind: 'door', memberId: call.input.memberId, isGranted })
const interlock = (isGranted: boolean) => (call: { ctx: Ctx; input: { interlockId: number; memberId: number } }) =>
  setOne(call.ctx, { deviceId: call.input.interlockId, kind: 'interlock', memberId: call.input.memberId, isGranted })

export const doorRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: doors,
    handlers: {
      permissions: ({ ctx }) => listAccess(ctx, { memberId: memberOf(ctx).id, withHidden: false }),
      memberAccess: ({ ctx, input }) => listMemberAccess(ctx, input.memberId),
      grant: door(true),
      revoke: door(false),
      grantInterlock: interlock(true),
      revokeInterlock: interlock(false),
      changeMemberAccess: async ({ ctx, input: { memberId, grant, revoke } }) => {
        await changeGrants(ctx, { memberIds: [memberId], grant, revoke })
      },
      listRefusals: ({ ctx, input }) => listRefusals(ctx, input.memberId),
      sync: command('sync'),
      bump: command('bump'),
      lock: command('lock'),
      unlock: command('unlock'),
      reboot: command('reboot'),
      listSwipes: async ({ ctx }) => {
        const viewer = memberOf(ctx)
        const [swipes, uses] = await Promise.all([
          listSwipes(ctx, viewer),
          listUses(ctx, { id: viewer.id, seesHidden: seesEverySwipe(viewer) }),
        ])
        return { doors: swipes, interlocks: uses }
      },
    },
  })
