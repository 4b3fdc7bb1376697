import { settings, type SettingKey, type Settings } from '@spacekeeper/contract/index.ts'
import type { ReadonlyKysely } from 'kysely/readonly'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Database } from '../db/database.gen.ts'
import type { ReadLines } from '../db/read-lines.ts'
import { channel } from '../live/channel.ts'
import type { Live } from '../live/live.ts'
import { remember } from '../live/remembered.ts'
import { decrypt } from '../secrets/encryption.ts'

/** Told when a setting was changed, in whichever process. */
export const settingsChanged = channel('settings', z.object({ keys: z.array(z.string()) }), { isHeardAtOnce: true })

export type SettingsStore = {
  /** Every setting; one query at most, none while nothing changed. A broken value counts as its default. */
  all: () => Promise<Settings>
  get: <K extends SettingKey>(key: K) => Promise<Settings[K]>
}

const SealedValue = z.object({ secret: z.string() })

const defaults = () =>
  Object.fromEntries(Object.entries(settings).map(([key, setting]) => [key, setting.default])) as Settings // keys of one are keys of the other

export const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(settings, key)

export const openSettings = (input: {
  db: ReadonlyKysely<Database>
  /** On which settings are read, so that who holds a connection waits for none of the same pool. */
  reads: ReadLines
  live: Live
  log: Logger
  secretKey: Buffer
}): SettingsStore => {
  const { db, reads, live, log, secretKey } = input
  const stored = db.selectFrom('settings').select(['key', 'value']).compile()

  const open = (key: SettingKey, value: unknown): unknown => {
    const setting: { schema: z.ZodType; isSecret?: true } = settings[key]
    return setting.schema.parse(setting.isSecret ? decrypt(secretKey, SealedValue.parse(value).secret) : value)
  }

  const load = async (): Promise<Settings> => {
    const values: Record<string, unknown> = defaults()
    for (const row of await reads.ask(stored)) {
      if (!isSettingKey(row.key)) continue
      try {
        values[row.key] = open(row.key, row.value)
      } catch {
        log.error({ setting: row.key }, 'a setting cannot be read; its default is used')
      }
    }
    return values as Settings // each value went through the schema of its key
  }

  const all = remember(live, { load, until: settingsChanged })
  return { all, get: async (key) => (await all())[key] }
}
