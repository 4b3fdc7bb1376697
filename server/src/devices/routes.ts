import { devices, type DeviceKind } from '@spacekeeper/contract/devices.ts'
import { enrolments } from '@spacekeeper/contract/enrolments.ts'
import { inventories, type DeviceChanges } from '@spacekeeper/contract/inventories.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { addDevice } from './add-device.ts'
import { authoriseDevice } from './authorise-device.ts'
import { createDeviceKey } from './create-device-key.ts'
import { describeDevice, describeDevices } from './describe-devices.ts'
import { dismissPending } from './dismiss-pending.ts'
import { exportHolders } from './export-holders.ts'
import { listDoorItems, listInterlockItems, listMemberbucksItems } from './list-door-items.ts'
import { listEnrolments, listKeys, listRemoved } from './list-enrolments.ts'
import { listHolders } from './list-holders.ts'
import { lockOutDevice } from './lock-out-device.ts'
import { previewDefault } from './preview-default.ts'
import { removeDevice } from './remove-device.ts'
import { revokeDeviceKey } from './revoke-device-key.ts'
import { setDefaultAccess } from './set-default-access.ts'
import { updateDevice } from './update-device.ts'

type Changing = { ctx: Ctx; input: { deviceId: number } & DeviceChanges }
const changeOf =
  (kind: DeviceKind) =>
  ({ ctx, input: { deviceId, ...changes } }: Changing) =>
    updateDevice(ctx, { deviceId, kind, changes })
const removeOf =
  (kind: DeviceKind) =>
  ({ ctx, input }: { ctx: Ctx; input: { deviceId: number } }) =>
    removeDevice(ctx, { deviceId: input.deviceId, kind })

export const deviceRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: devices,
    handlers: {
      list: async ({ ctx }) => ({ devices: await describeDevices(ctx) }),
      get: ({ ctx, input }) => describeDevice(ctx, { deviceId: input.deviceId, withRemoved: true }),
      listHolders: ({ ctx, input }) => listHolders(ctx, input),
      exportHolders: ({ ctx, input }) => exportHolders(ctx, input.deviceId),
      previewDefault: ({ ctx, input }) => previewDefault(ctx, input.deviceId),
      setDefault: async ({ ctx, input }) => ({ count: await setDefaultAccess(ctx, input) }),
      setLockout: ({ ctx, input }) => lockOutDevice(ctx, input),
    },
  })

/** How devices come, prove themselves and leave. */
export const enrolmentRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: enrolments,
    handlers: {
      listPending: async ({ ctx }) => ({ pending: await listEnrolments(ctx) }),
      dismissPending: ({ ctx, input }) => dismissPending(ctx, input),
      add: async ({ ctx, input }) => {
        const deviceId = await addDevice(ctx, input)
        return { deviceId, key: await createDeviceKey(ctx, deviceId) }
      },
      listRemoved: async ({ ctx }) => ({ devices: await listRemoved(ctx) }),
      setAuthorised: ({ ctx, input }) => authoriseDevice(ctx, input),
      listKeys: async ({ ctx, input }) => ({ keys: await listKeys(ctx, input.deviceId) }),
      createKey: async ({ ctx, input }) => ({ key: await createDeviceKey(ctx, input.deviceId) }),
      revokeKey: ({ ctx, input }) => revokeDeviceKey(ctx, input),
    },
  })

/** The same devices by the calls of existing clients. */
export const inventoryRoutes = (app: FastifyInstance, services: Services) =>
  implement(app, {
    services,
    routes: inventories,
    handlers: {
      listDoors: ({ ctx }) => listDoorItems(ctx),
      changeDoor: changeOf('door'),
      removeDoor: removeOf('door'),
      listInterlocks: ({ ctx }) => listInterlockItems(ctx),
      changeInterlock: changeOf('interlock'),
      removeInterlock: removeOf('interlock'),
      listMemberbucksDevices: ({ ctx }) => listMemberbucksItems(ctx),
      changeMemberbucksDevice: changeOf('memberbucks'),
      removeMemberbucksDevice: removeOf('memberbucks'),
    },
  })
