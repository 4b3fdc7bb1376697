import type { DeviceCommand, DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import { keysOf } from '@spacekeeper/contract/keys-of.ts'
import type { Services } from '#platform/ctx.ts'
import { gaugeGroup, type GaugeGroup, type Sample } from '#platform/metrics/gauges.ts'
import { isOffline } from './rules.ts'

/** What is counted of each device, under the names that dashboards of existing spaces read. */
const counted = {
  mm_device_connections_total: 'Sockets that a known device opened.',
  mm_device_authentications_total: 'Sockets whose key was right.',
  mm_device_disconnections_total: 'Authenticated sockets that ended.',
  mm_device_checkins_total: 'Heartbeats: every message and ping of a device.',
  mm_device_access_successes_total: 'Cards that were let in, started a machine or bought something.',
  mm_device_access_failures_total: 'Cards that were refused, unknown ones too.',
  mm_device_force_reboots_total: 'Restarts that staff or other systems asked for.',
  mm_device_syncs_total: 'Card lists that were sent because staff or other systems asked.',
  mm_device_force_bumps_total: 'Doors that staff or other systems opened.',
  mm_device_force_locks_total: 'Locks by staff or other systems.',
  mm_device_force_unlocks_total: 'Unlocks by staff or other systems.',
  mm_device_interlock_session_activations_total: 'Uses of a machine that began.',
  mm_device_interlock_sessions_rejected_total: 'Uses of a machine that were refused.',
  mm_device_interlock_sessions_deactivated_total: 'Uses of a machine that ended.',
  mm_device_interlock_sessions_left_on_total: 'Uses that ended because the machine fell silent or ran for too long.',
  mm_device_interlock_sessions_cost_cents_total: 'What uses of a machine cost, in cents.',
} as const

type DeviceCount = keyof typeof counted

const names = keysOf(counted)

/** In the memory of this process: a door waits for nothing. */
const counts = new Map<DeviceCount, Map<number, number>>(names.map((name) => [name, new Map<number, number>()]))

export const countAtDevice = (name: DeviceCount, deviceId: number, by = 1): void => {
  const ofDevices = counts.get(name)
  ofDevices?.set(deviceId, (ofDevices.get(deviceId) ?? 0) + by)
}

const ofCommands: Record<DeviceCommand, DeviceCount> = {
  sync: 'mm_device_syncs_total',
  bump: 'mm_device_force_bumps_total',
  lock: 'mm_device_force_locks_total',
  unlock: 'mm_device_force_unlocks_total',
  reboot: 'mm_device_force_reboots_total',
}

export const countCommand = (command: DeviceCommand, deviceId: number): void =>
  countAtDevice(ofCommands[command], deviceId)

/** More have no figures of their own. */
const mostDevices = 2000

const listDevices = ({ db }: Services) =>
  db
    .selectFrom('devices')
    .select(['id', 'kind', 'name', 'last_seen_at', 'is_locked_out'])
    .where('removed_at', 'is', null)
    .orderBy('id')
    .limit(mostDevices)
    .execute()

type MeasuredDevice = Awaited<ReturnType<typeof listDevices>>[number]

/** What existing dashboards call vending machines in the figures of all devices. */
const typeOf = (kind: DeviceKind) => (kind === 'memberbucks' ? 'spacebucksDevice' : kind)

const totalsOf = (devices: readonly MeasuredDevice[], isCounted: (device: MeasuredDevice) => boolean): Sample[] =>
  (['door', 'interlock', 'memberbucks'] as const).map((kind) => ({
    labels: { type: typeOf(kind) },
    value: devices.filter((device) => device.kind === kind && isCounted(device)).length,
  }))

const countersOf = (name: DeviceCount, devices: readonly MeasuredDevice[]): Sample[] =>
  devices.flatMap(({ id, kind, name: title }) => {
    const value = counts.get(name)?.get(id)
    return value === undefined ? [] : [{ labels: { type: kind, id: String(id), name: title }, value }]
  })

const labels = ['type', 'id', 'name'] as const

/** Every device with a name and a number: a device that was removed is no longer told of. */
export const deviceGauges: GaugeGroup = gaugeGroup({
  measures: {
    ...Object.fromEntries(names.map((name) => [name, { help: counted[name], labels, isCounter: true as const }])),
    mm_devices_total: { help: 'Devices by type.', labels: ['type'] },
    mm_devices_online_total: { help: 'Devices that were heard of within three minutes.', labels: ['type'] },
    mm_devices_offline_total: { help: 'Devices that were not.', labels: ['type'] },
    mm_devices_locked_out_total: { help: 'Devices that are locked for everyone.', labels: ['type'] },
  },
  keptMs: 5_000,
  read: async (services) => {
    const devices = await listDevices(services)
    const now = services.now()
    const isAway = (device: MeasuredDevice) => isOffline(device.last_seen_at, now)
    return {
      ...Object.fromEntries(names.map((name) => [name, countersOf(name, devices)])),
      mm_devices_total: totalsOf(devices, () => true),
      mm_devices_online_total: totalsOf(devices, (device) => !isAway(device)),
      mm_devices_offline_total: totalsOf(devices, isAway),
      mm_devices_locked_out_total: totalsOf(devices, (device) => device.is_locked_out),
    }
  },
})
