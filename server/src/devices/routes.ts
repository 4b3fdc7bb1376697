import { devicesApi } from '@spacekeeper/contract/devices/routes.ts'
import type { DeviceKind, DeviceChanges } from '@spacekeeper/contract/devices/shapes.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { listDoorItems, listInterlockItems, listMemberbucksItems } from './device-items.ts'
import { describeDevice, describeDevices, listRemovedDevices } from './devices.ts'
import { listKeyOwners } from './key-owners.ts'
import { createDeviceKey, giveDeviceKey, listDeviceKeys, revokeDeviceKey } from './keys.ts'
import { lockOutDevice } from './lockout.ts'
import { updateDevice, type SwitchDefault } from './options.ts'
import { dismissPending, listPending } from './pending.ts'
import { createDevice, authoriseDevice, removeDevice } from './registration.ts'

type Changing = { ctx: Ctx; input: { deviceId: number } & DeviceChanges }
const changeOf =
  (kind: DeviceKind, switchDefault: SwitchDefault) =>
  ({ ctx, input: { deviceId, ...changes } }: Changing) =>
    updateDevice(ctx, { deviceId, kind, changes, switchDefault })
const removeOf =
  (kind: DeviceKind) =>
  ({ ctx, input }: { ctx: Ctx; input: { deviceId: number } }) =>
    removeDevice(ctx, { deviceId: input.deviceId, kind })

export const deviceRoutes = (app: FastifyInstance, services: Services, switchDefault: SwitchDefault) =>
  implement(app, {
    services,
    routes: devicesApi,
    handlers: {
      list: async ({ ctx }) => ({ devices: await describeDevices(ctx) }),
      get: ({ ctx, input }) => describeDevice(ctx, { deviceId: input.deviceId, withRemoved: true }),
      setLockout: ({ ctx, input }) => lockOutDevice(ctx, input),
      listPending: async ({ ctx }) => ({ pending: await listPending(ctx), siteUrl: ctx.siteUrl }),
      dismissPending: ({ ctx, input }) => dismissPending(ctx, input),
      add: async ({ ctx, input }) => {
        const deviceId = await createDevice(ctx, input)
        return { deviceId, key: await createDeviceKey(ctx, deviceId) }
      },
      listRemoved: async ({ ctx }) => ({ devices: await listRemovedDevices(ctx) }),
      setAuthorised: ({ ctx, input }) => authoriseDevice(ctx, input),
      listKeys: async ({ ctx, input }) => ({ keys: await listDeviceKeys(ctx, input.deviceId) }),
      createKey: async ({ ctx, input }) => ({ key: await createDeviceKey(ctx, input.deviceId) }),
      listKeyOwners: async ({ ctx }) => ({ owners: await listKeyOwners(ctx) }),
      giveKey: ({ ctx, input }) => giveDeviceKey(ctx, input),
      revokeKey: ({ ctx, input }) => revokeDeviceKey(ctx, input),
      // The same devices by the calls of existing clients.
      listDoors: ({ ctx }) => listDoorItems(ctx),
      updateDoor: changeOf('door', switchDefault),
      removeDoor: removeOf('door'),
      listInterlocks: ({ ctx }) => listInterlockItems(ctx),
      updateInterlock: changeOf('interlock', switchDefault),
      removeInterlock: removeOf('interlock'),
      listMemberbucksDevices: ({ ctx }) => listMemberbucksItems(ctx),
      updateMemberbucksDevice: changeOf('memberbucks', switchDefault),
      removeMemberbucksDevice: removeOf('memberbucks'),
    },
  })
