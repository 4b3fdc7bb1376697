import type { DriverSettings } from '@spacekeeper/contract/drivers/shapes.ts'
import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { encrypt } from '#platform/secrets/encryption.ts'

type DriverFacts = { deviceId: number; settings: DriverSettings; secret?: string; secretKey: Buffer }

/** Puts a device behind a driver, for tests and demonstrations. */
export const aDriver = async (db: Kysely<Database>, facts: DriverFacts): Promise<void> => {
  const { deviceId, settings, secret, secretKey } = facts
  const sealed = secret === undefined ? null : encrypt(secretKey, secret)
  await db
    .insertInto('device_drivers')
    .values({ device_id: deviceId, settings: JSON.stringify(settings), secret: sealed })
    .execute()
}
