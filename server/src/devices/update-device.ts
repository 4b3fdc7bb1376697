import type { DeviceKind } from '@spacekeeper/contract/devices.ts'
import type { DeviceChanges } from '@spacekeeper/contract/inventories.ts'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges, doorLists } from './channels.ts'
import { describeDevice } from './describe-devices.ts'
import { explainDeviceClash } from './explain-device-clash.ts'
import { lockOutDevice } from './lock-out-device.ts'
import { setDefaultAccess } from './set-default-access.ts'

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
type Field = keyof typeof columns
const fields = Object.keys(columns) as Field[] // Object.keys loses the literal names
/** A default for doors and interlocks is grants, which have a command of their own. */
const fieldsOf = (kind: DeviceKind) => fields.filter((field) => field !== 'defaultAccess' || kind === 'memberbucks')

type Wish = { deviceId: number; kind: DeviceKind; changes: DeviceChanges }

const noticesOf = (deviceId: number, changed: readonly Field[]) => [
  screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } }),
  screens.notice({ topic: 'access', audience: 'everybody' }),
  // A line that was opened under another serial number is cut.
  ...(changed.includes('serialNumber') ? [deviceChanges.notice({ deviceIds: [deviceId] })] : []),
  ...(changed.includes('exemptFromSignin') ? [doorLists.notice({ deviceIds: [deviceId] })] : []),
]

const changeFields = (ctx: Ctx, { deviceId, kind, changes }: Wish) =>
  change(ctx, 'device.changed', async (tx) => {
    const row = await tx
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', deviceId)
      .where('kind', '=', kind)
      .where('removed_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) throw new AppError('notFound')
    const differences = fieldsOf(kind).flatMap((field) => {
      // An empty address is none.
      const to = changes[field] === '' && field === 'ipAddress' ? null : changes[field]
      const from = row[columns[field]]
      return to === undefined || to === from ? [] : [{ field, from, to }]
    })
    if (differences.length === 0) return unchanged(undefined)
    const set = Object.fromEntries(differences.map(({ field, to }) => [columns[field], to]))
    await tx.updateTable('devices').set(set).where('id', '=', deviceId).execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { changes: Object.fromEntries(differences.map(({ field, from, to }) => [field, { from, to }])) },
      tell: noticesOf(
        deviceId,
        differences.map(({ field }) => field),
      ),
    }
  })

/** Who looks after devices need not be who decides whom they let in. */
const grantsAccess = ({ actor }: Ctx) => actor.kind !== 'member' || actor.permissions.includes('access')

/** Changes what is known of a device and its switches; what is left out, or as it was, stays. Doors follow at once. */
export const updateDevice = async (ctx: Ctx, input: Wish): Promise<void> => {
  const { deviceId, kind } = input
  const { maintenanceLockout, defaultAccess } = input.changes
  const device = await describeDevice(ctx, { deviceId })
  const isDefaultSwitched = defaultAccess !== undefined && defaultAccess !== device.isDefaultAccess
  if (isDefaultSwitched && !grantsAccess(ctx)) throw new AppError('notAllowed')
  try {
    await changeFields(ctx, input)
  } catch (error) {
    throw explainDeviceClash(error, { name: 'name', serial: 'serialNumber' })
  }
  if (maintenanceLockout !== undefined) await lockOutDevice(ctx, { deviceId, isLockedOut: maintenanceLockout })
  if (isDefaultSwitched && kind !== 'memberbucks') await setDefaultAccess(ctx, { deviceId, isDefault: defaultAccess })
}
