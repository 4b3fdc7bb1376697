import type { Kysely } from 'kysely'
import type { Database } from '#platform/db/database.gen.ts'
import { type DeviceFacts, aDevice } from '../devices/factory.ts'

/** A door for tests and demonstrations, authorised and with a key. */
export const aDoor = (db: Kysely<Database>, facts: Omit<DeviceFacts, 'kind'> = {}) => aDevice(db, facts)
