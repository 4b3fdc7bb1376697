import { devices, type DeviceKind } from '@spacekeeper/contract/devices.ts'
import { inventories, type DoorChanges } from '@spacekeeper/contract/inventories.ts'
import type { FastifyInstance } from 'fastify'
import type { Ctx, Services } from '#platform/ctx.ts'
import { implement } from '#platform/http/implement.ts'
import { describeDevice, describeDevices } from './describe-devices.ts'
import { exportHolders } from './export-holders.ts'
import { listDoorItems, listInterlockItems, listMemberbucksItems } from './list-door-items.ts'
import { listHolders } from './list-holders.ts'
import { lockOutDevice } from './lock-out-device.ts'
import { previewDefault } from './preview-default.ts'
import { removeDevice } from './remove-device.ts'
import { setDefaultAccess } from './set-default-access.ts'
import { updateDevice } from './update-device.ts'

type Changing = { ctx: Ctx; input: { deviceId: number } & DoorChanges }
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
      get: ({ ctx, input }) => describeDevice(ctx, input.deviceId),
      listHolders: ({ ctx, input }) => listHolders(ctx, input),
      exportHolders: ({ ctx, input }) => exportHolders(ctx, input.deviceId),
      previewDefault: ({ ctx, input }) => previewDefault(ctx, input.deviceId),
      setDefault: async ({ ctx, input }) => ({ count: await setDefaultAccess(ctx, input) }),
      setLockout: ({ ctx, input }) => lockOutDevice(ctx, input),
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
