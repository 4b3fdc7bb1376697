import type pg from 'pg'
import { z } from 'zod'
import { derive } from '#platform/secrets/derive.ts'

/** Beside the settings, but none: readers of those pass over names they do not know. */
const rowKey = 'SECRET_KEY_FINGERPRINT'

const Row = z.object({ value: z.string() })

/**
 * Remembers which key a database was first used with and throws when another one comes. With the wrong one a portal
 * would run, but without its secrets: settings empty, mails stuck, limits counted apart.
 */
export const checkSecretKey = async (pool: pg.Pool | pg.Client, secretKey: Buffer): Promise<void> => {
  const fingerprint = derive(secretKey, 'fingerprint').toString('base64url')
  await pool.query(
    'insert into settings (key, value, changed_at) values ($1, to_jsonb($2::text), now()) on conflict (key) do nothing',
    [rowKey, fingerprint],
  )
  const { rows } = await pool.query('select value from settings where key = $1', [rowKey])
  if (Row.parse(rows[0]).value === fingerprint) return
  throw new Error(
    'This database was used with another SECRET_KEY. Give the portal that one, or put its DATA_DIR/secret-key back. ' +
      'If it is lost, "npm run cli -- secrets forget --yes" deletes what it encrypted.',
  )
}

/** Gives up everything that was encrypted, so that the next start may bring another key. */
export const forgetSecrets = async (pool: pg.Pool): Promise<void> => {
  await pool.query("delete from settings where key = $1 or value ? 'secret'", [rowKey])
  await pool.query(
    "update messages set state = 'failed', error = 'Its key was lost.', text = null, html = null where is_secret and text is not null",
  )
}
