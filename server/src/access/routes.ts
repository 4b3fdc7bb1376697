import { accessApi } from '@spacekeeper/contract/access/routes.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { memberOf } from '#platform/http/member-of.ts'
import { previewDefault, setDefaultAccess } from './default-access.ts'
import { changeGrants, type GrantedKind } from './grants.ts'
import { exportHolders, listHolders } from './holders.ts'
import { listMemberAccess, listAccess } from './member-access.ts'
import { getOwnRefusal } from './refusals.ts'
import { listRecentSwipes } from './swipe-lists.ts'
import { listRefusals } from './swipes.ts'

type SingleGrant = { deviceId: number; kind: GrantedKind; memberId: number; isGranted: boolean }

/** Gives one device to one member, or takes it away. */
const setOne = async (ctx: Ctx, { deviceId, kind, memberId, isGranted }: SingleGrant) => {
  const devices = isGranted ? { grant: [deviceId] } : { revoke: [deviceId] }
  await changeGrants(ctx, { memberIds: [memberId], kinds: [kind], ...devices })
}

const door = (isGranted: boolean) => (call: { ctx: Ctx; input: { doorId: number; memberId: number } }) =>
  setOne(call.ctx, { deviceId: call.input.doorId, kind: 'door', memberId: call.input.memberId, isGranted })

const interlock = (isGranted: boolean) => (call: { ctx: Ctx; input: { interlockId: number; memberId: number } }) =>
  setOne(call.ctx, { deviceId: call.input.interlockId, kind: 'interlock', memberId: call.input.memberId, isGranted })

export const accessRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: accessApi,
    handlers: {
      listOwn: ({ ctx }) => listAccess(ctx, { memberId: memberOf(ctx).id, withHidden: false }),
      getMemberAccess: ({ ctx, input }) => listMemberAccess(ctx, input.memberId),
      grantDoor: door(true),
      revokeDoor: door(false),
      grantInterlock: interlock(true),
      revokeInterlock: interlock(false),
      updateMemberAccess: async ({ ctx, input: { memberId, grant, revoke } }) => {
        await changeGrants(ctx, { memberIds: [memberId], grant, revoke })
      },
      getOwnRefusal: ({ ctx }) => getOwnRefusal(ctx, memberOf(ctx).id),
      listRefusals: ({ ctx, input }) => listRefusals(ctx, input.memberId),
      listSwipes: ({ ctx }) => listRecentSwipes(ctx, memberOf(ctx)),
      listHolders: ({ ctx, input }) => listHolders(ctx, input),
      exportHolders: ({ ctx, input }) => exportHolders(ctx, input.deviceId),
      previewDefault: ({ ctx, input }) => previewDefault(ctx, input.deviceId),
      setDefault: async ({ ctx, input }) => ({ count: await setDefaultAccess(ctx, input) }),
    },
  })
