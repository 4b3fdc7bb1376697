import type { DeviceChanges, DeviceKind } from '@spacekeeper/contract/devices/shapes.ts'
import type { Ctx } from '#platform/ctx.ts'
import { changeRow } from '#platform/db/change-row.ts'
import { type ChangeResult, type UnchangedResult, type Work, unchanged, change } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges, devicesChanged, doorLists } from './channels.ts'
import { describeDevice } from './devices.ts'
import { switchLockout } from './lockout.ts'
import { deviceClashes } from './registration.ts'

const columns = {
  name: 'name',
  description: 'description',
  ipAddress: 'ip_address',
  serialNumber: 'serial',
  playThemeOnSwipe: 'plays_theme',
  postDiscordOnSwipe: 'posts_to_discord',
  postSlackOnSwipe: 'posts_to_slack',
  exemptFromSignin: 'is_exempt_from_signin',
  hiddenToMembers: 'is_hidden',
  reportOnlineStatus: 'reports_online_status',
  defaultAccess: 'is_default_access',
} as const satisfies Partial<Record<keyof DeviceChanges, string>>

type DeviceFields = Partial<Record<keyof typeof columns, unknown>>

type DeviceUpdate = { deviceId: number; kind: DeviceKind; changes: DeviceChanges }

type DevicePart = ChangeResult<unknown> | UnchangedResult<unknown>

const noticesOf = (deviceId: number, changed: object) => [
  devicesChanged,
  screens.notice({ topic: 'access', audience: 'everybody' }),
  // A connection that was opened under another serial number is closed.
  ...('serialNumber' in changed ? [deviceChanges.notice({ deviceIds: [deviceId] })] : []),
  ...('hiddenToMembers' in changed ? [screens.notice({ topic: 'swipes', audience: 'activeMembers' })] : []),
  ...('exemptFromSignin' in changed ? [doorLists.notice({ deviceIds: [deviceId] })] : []),
]

const changeFields = async ({ tx }: Work, { deviceId, kind, changes }: DeviceUpdate): Promise<DevicePart> => {
  const row = await tx
    .selectFrom('devices')
    .selectAll()
    .where('id', '=', deviceId)
    .where('kind', '=', kind)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('notFound')
  const wanted: DeviceFields = {
    ...changes,
    // An empty address means no address.
    ...(changes.ipAddress === '' && { ipAddress: null }),
    // The default access of doors and machines is a matter of grants, which `switchDefault` changes.
    ...(kind !== 'memberbucks' && { defaultAccess: undefined }),
  }
  const update = tx.updateTable('devices').where('id', '=', deviceId)
  const differences = await changeRow(update, { row, columns, changes: wanted })
  if (!differences) return unchanged(undefined)
  return {
    result: undefined,
    event: 'device.changed',
    subject: { kind: 'device', id: deviceId },
    data: { changes: differences },
    tell: noticesOf(deviceId, differences),
  }
}

/** Stores whether members get a device by default; the grants themselves belong to access, which calls this. */
export const storeDefaultAccess = async (
  { tx }: Work,
  input: { deviceId: number; isDefault: boolean },
): Promise<void> => {
  await tx.updateTable('devices').set({ is_default_access: input.isDefault }).where('id', '=', input.deviceId).execute()
}

/**
 * Switches the default access of a door or machine in the caller's transaction, before the device is locked. It belongs
 * to access, which stands above devices and hands it in.
 */
export type SwitchDefault = (work: Work, input: { deviceId: number; isDefault: boolean }) => Promise<DevicePart>

/** Staff who look after devices may not be the staff who grant access to them. */
const grantsAccess = ({ actor }: Ctx) => actor.kind !== 'member' || actor.permissions.includes('access')

/** The parts that changed something as one change; each keeps its audit event. */
const joinParts = (parts: readonly DevicePart[]): ChangeResult<undefined> | UnchangedResult<undefined> => {
  const [first, ...also] = parts.flatMap((part) => ('isUnchanged' in part ? [] : [part]))
  return first ? { ...first, result: undefined, also } : unchanged(undefined)
}

/**
 * Changes a device: its fields, its lockout and its default access, all of them or none. What is left out, or as it was,
 * stays. Doors follow at once.
 */
export const updateDevice = async (ctx: Ctx, input: DeviceUpdate & { switchDefault: SwitchDefault }): Promise<void> => {
  const { deviceId, kind, switchDefault } = input
  const { maintenanceLockout: isLockedOut, defaultAccess: isDefault } = input.changes
  const device = await describeDevice(ctx, { deviceId })
  const isDefaultSwitched = isDefault !== undefined && isDefault !== device.isDefaultAccess
  if (isDefaultSwitched && !grantsAccess(ctx)) throw new AppError('notAllowed')
  await onUnique(deviceClashes({ name: 'name', serial: 'serialNumber' }), () =>
    change(ctx, 'device.changed', async (work) => {
      // First, because the grants are locked before the device wherever both are.
      const ofDefault =
        isDefaultSwitched && kind !== 'memberbucks' ? [await switchDefault(work, { deviceId, isDefault })] : []
      const ofFields = await changeFields(work, input)
      const ofLockout = isLockedOut === undefined ? [] : [await switchLockout(work, { deviceId, isLockedOut })]
      return joinParts([ofFields, ...ofLockout, ...ofDefault])
    }),
  )
}
