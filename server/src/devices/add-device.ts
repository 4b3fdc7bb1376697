import { Serial, type DeviceKind } from '@spacekeeper/contract/devices.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { badField } from '#platform/http/app-error.ts'
import { screens } from '#platform/live/screens.ts'
import { explainDeviceClash } from './explain-device-clash.ts'

export type NewDevice = {
  kind: DeviceKind
  serial: string
  name: string
  description?: string
  /** Members do not see it in their lists. */
  isHidden?: boolean
  /** Members need not be signed in on site for it. */
  isExemptFromSignin?: boolean
}

const Name = z.string().trim().min(1).max(60)

/** Adds a device, authorised: with a key it can connect. It no longer counts as pending. Its id comes back. */
export const addDevice = async (ctx: Ctx, input: NewDevice): Promise<number> => {
  const { kind, serial } = input
  if (!Serial.safeParse(serial).success)
    throw badField('serial', 'Letters, digits, dot, dash and underscore, at most 50.')
  const name = Name.safeParse(input.name)
  if (!name.success) throw badField('name', 'Between 1 and 60 characters.')
  try {
    return await change(ctx, 'device.added', async (tx) => {
      const { id } = await tx
        .insertInto('devices')
        .values({
          kind,
          serial,
          name: name.data,
          description: input.description ?? '',
          is_authorised: true,
          is_hidden: input.isHidden ?? false,
          is_exempt_from_signin: input.isExemptFromSignin ?? false,
          added_at: ctx.now(),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .deleteFrom('pending_devices')
        .where('kind', '=', kind)
        .where(sql`lower(serial)`, '=', serial.toLowerCase())
        .execute()
      return {
        result: id,
        subject: { kind: 'device', id },
        data: { kind, serial, name: name.data },
        tell: [screens.notice({ topic: 'devices', audience: { staff: ['devices', 'access', 'members'] } })],
      }
    })
  } catch (error) {
    throw explainDeviceClash(error, { name: 'name', serial: 'serial' })
  }
}
