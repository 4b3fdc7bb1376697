import { type DeviceKind, plainSerial, Serial } from '@spacekeeper/contract/devices/shapes.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change, unchanged } from '#platform/db/change.ts'
import { onUnique } from '#platform/db/on-unique.ts'
import { badField, AppError } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { deviceChanges, devicesChanged } from './channels.ts'
import { getDevice } from './devices.ts'

export type DeviceInput = {
  kind: DeviceKind
  serial: string
  name: string
  description?: string
  /** Members do not see it in their lists. */
  isHidden?: boolean
  /** Members need not be signed in on site for it. */
  isExemptFromSignin?: boolean
}

/** What a caller is told when the name or serial number of a device is taken; the fields differ from route to route. */
export const deviceClashes = (fields: { name: string; serial: string }) => ({
  devices_name: { field: fields.name, message: 'Another device has this name.' },
  devices_serial: { field: fields.serial, message: 'Another device has this serial number.' },
})

const Name = z.string().trim().min(1).max(60)

/** Adds a device, authorised: with a key it can connect. It no longer counts as pending. Its id comes back. */
export const createDevice = async (ctx: Ctx, input: DeviceInput): Promise<number> => {
  const { kind, serial } = input
  if (!Serial.safeParse(serial).success)
    throw badField('serial', 'Letters, digits, dot, dash and underscore, at most 50.')
  const name = Name.safeParse(input.name)
  if (!name.success) throw badField('name', 'Between 1 and 60 characters.')
  return onUnique(deviceClashes({ name: 'name', serial: 'serial' }), () =>
    change(ctx, 'device.added', async ({ tx }) => {
      const { id } = await tx
        .insertInto('devices')
        .values({
          kind,
          serial,
          name: name.data,
          description: input.description ?? '',
          is_authorised: true,
          authorised_by: ctx.actor.kind === 'member' ? ctx.actor.id : null,
          is_hidden: input.isHidden ?? false,
          is_exempt_from_signin: input.isExemptFromSignin ?? false,
          added_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .deleteFrom('pending_devices')
        .where('kind', '=', kind)
        .where(sql`lower(serial)`, '=', plainSerial(serial))
        .execute()
      return {
        result: id,
        subject: { kind: 'device', id },
        data: { kind, serial, name: name.data },
        tell: [devicesChanged],
      }
    }),
  )
}

/** Lets a device connect, or no longer: then its socket is closed too, whichever process holds it. */
export const authoriseDevice = async (ctx: Ctx, input: { deviceId: number; isAuthorised: boolean }): Promise<void> => {
  const { deviceId, isAuthorised } = input
  const { actor } = ctx
  await getDevice(ctx, { deviceId })
  await change(ctx, isAuthorised ? 'device.authorised' : 'device.authorisationWithdrawn', async ({ tx }) => {
    const changed = await tx
      .updateTable('devices')
      .set({ is_authorised: isAuthorised, authorised_by: isAuthorised && actor.kind === 'member' ? actor.id : null })
      .where('id', '=', deviceId)
      .where('is_authorised', '!=', isAuthorised)
      .returning('id')
      .executeTakeFirst()
    if (!changed) return unchanged(undefined)
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      tell: [deviceChanges.notice({ deviceIds: [deviceId] }), devicesChanged],
    }
  })
}

/** Takes a device out of use: its line is cut and its keys are worthless. Swipes and grants stay for the history. */
export const removeDevice = (ctx: Ctx, input: { deviceId: number; kind: DeviceKind }): Promise<void> =>
  change(ctx, 'device.removed', async ({ tx }) => {
    const { deviceId, kind } = input
    const now = ctx.now()
    const removed = await tx
      .updateTable('devices')
      .set({ removed_at: now })
      .where('id', '=', deviceId)
      .where('kind', '=', kind)
      .where('removed_at', 'is', null)
      .returning(['name', 'serial'])
      .executeTakeFirst()
    if (!removed) throw new AppError('notFound')
    await tx
      .updateTable('device_keys')
      .set({ revoked_at: now })
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .execute()
    return {
      result: undefined,
      subject: { kind: 'device', id: deviceId },
      data: { kind, ...removed },
      tell: [
        deviceChanges.notice({ deviceIds: [deviceId] }),
        devicesChanged,
        screens.notice({ topic: 'access', audience: 'everybody' }),
      ],
    }
  })
