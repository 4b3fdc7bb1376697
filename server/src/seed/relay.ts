import type { Kysely } from 'kysely'
import type { Services } from '#platform/ctx.ts'
import type { Database } from '#platform/db/database.gen.ts'
import { aGrant } from '../access/factory.ts'
import { aDriver } from '../drivers/factory.ts'
import { aMachine } from '../interlocks/factory.ts'

const serial = 'demo-dust-extractor'

const holdersOf = async (db: Kysely<Database>, machine: string) => {
  const rows = await db
    .selectFrom('grants')
    .innerJoin('devices', 'devices.id', 'grants.device_id')
    .select('grants.member_id')
    .where('devices.serial', '=', machine)
    .execute()
  return rows.map((row) => row.member_id)
}

/** A machine for those who may use the table saw, as yet without its plug. */
export const addExtractor = async (db: Kysely<Database>): Promise<number> => {
  const { id } = await aMachine(db, { name: 'Dust extractor', serial, perHourCents: 100, perKwhCents: 40 })
  for (const memberId of await holdersOf(db, 'demo-table-saw')) await aGrant(db, { memberId, deviceId: id })
  return id
}

/** Adds a machine behind a plug to a space with a table saw, for spaces with such a plug, or stores where the plug is now. */
export const seedRelay = async (services: Services, { address }: { address: string }): Promise<void> => {
  const db = services.db as unknown as Kysely<Database> // factories write rows as they are
  const known = await db.selectFrom('devices').select('id').where('serial', '=', serial).executeTakeFirst()
  const deviceId = known?.id ?? (await addExtractor(db))
  await db.deleteFrom('device_drivers').where('device_id', '=', deviceId).execute()
  const settings = { driver: 'tasmota', address, output: 1, openSeconds: 5 } as const
  await aDriver(db, { deviceId, settings, secretKey: services.secretKey })
}
