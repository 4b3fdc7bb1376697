import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Ctx } from '#platform/ctx.ts'
import type { Work } from '#platform/db/change.ts'
import { syncFolder } from '#platform/db/data-dir.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { decrypt, encrypt } from '#platform/secrets/encryption.ts'

// Rows that a database has once written lie in its log, its files and its backups for a while, and the portal's account can't
// clean them. So ballots are sealed before they are written, and the key is a file of 32 bytes: that can be overwritten.

const keyBytes = 32

/** The folder of keys; null where the database is elsewhere, and other portals may have to read the same box. */
export const keyFolder = ({ setup }: Pick<Ctx, 'setup'>): string | null =>
  setup?.hasOwnDatabase === true ? join(setup.dataDir, 'ballot-keys') : null

/** On the disk when this resolves: a ballot that was acknowledged is never without its key. */
const writeKey = async (folder: string, { name, key }: { name: string; key: Buffer }): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const handle = await open(join(folder, name), 'wx', 0o600)
  try {
    await handle.writeFile(key)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await syncFolder(folder)
}

/** The row of a vote that says where its key is. */
export type BoxKeyPlace = { box_key_file: string | null; box_key: string | null }

/** The key of a box; null before its first ballot. */
export const readBoxKey = async (ctx: Pick<Ctx, 'setup' | 'secretKey'>, place: BoxKeyPlace): Promise<Buffer | null> => {
  if (place.box_key !== null) return Buffer.from(decrypt(ctx.secretKey, place.box_key), 'base64url')
  if (place.box_key_file === null) return null
  const folder = keyFolder(ctx)
  if (folder === null) throw new Error('The key of this ballot box is a file of the portal that had its own database.')
  const key = await readFile(join(folder, place.box_key_file))
  if (key.length !== keyBytes) throw new Error(`DATA_DIR/ballot-keys/${place.box_key_file} is damaged.`)
  return key
}

/** Makes the key of a box, whose lock is held, within the transaction that puts its first ballot in. */
export const makeBoxKey = async ({ tx, ctx }: Work, motionId: number): Promise<Buffer> => {
  const [folder, key] = [keyFolder(ctx), randomBytes(keyBytes)]
  // A file of a transaction that was rolled back keeps its name.
  const name = `${motionId}-${randomBytes(8).toString('hex')}`
  if (folder !== null) await writeKey(folder, { name, key })
  const place: BoxKeyPlace =
    folder === null
      ? { box_key: encrypt(ctx.secretKey, key.toString('base64url')), box_key_file: null }
      : { box_key: null, box_key_file: name }
  await tx.updateTable('ballot_keys').set(place).where('motion_id', '=', motionId).execute()
  return key
}

/** Overwrites before it deletes: the place of a deleted file can be read until something else is written there. */
const eraseFile = async (path: string): Promise<void> => {
  const handle = await open(path, 'r+')
  try {
    await handle.write(randomBytes(keyBytes), 0, keyBytes, 0)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await unlink(path)
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })

/** Erases all keys of a folder, and the folder: that of a database which another one took the place of. */
export const eraseKeyFolder = async (folder: string): Promise<void> => {
  for (const name of await namesIn(folder)) await eraseFile(join(folder, name))
  await rm(folder, { recursive: true, force: true })
}

/** Erases the keys of a vote that is published, or was deleted. From then on its sealed ballots are noise. */
export const eraseBoxKeys = async (ctx: Pick<Ctx, 'setup'>, motionId: number): Promise<void> => {
  const folder = keyFolder(ctx)
  if (folder === null) return
  const names = await namesIn(folder)
  const own = names.filter((name) => name.startsWith(`${motionId}-`))
  for (const name of own) await eraseFile(join(folder, name))
  if (own.length > 0) await syncFolder(folder)
}
