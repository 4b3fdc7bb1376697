import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode } from '#platform/db/has-code.ts'
import { writeWhole } from './whole-file.ts'

/** Without letters and digits that look alike on paper. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 7
const groupLetters = 4

const alike: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' }

/** 140 bits of chance, as people write it down: K7QX-0M2D-… */
const makeCode = (): string => {
  const chosen = [...randomBytes(groups * groupLetters)].map((byte) => letters[byte % letters.length]).join('')
  return group(chosen)
}

const group = (text: string): string => (text.match(new RegExp(`.{1,${groupLetters}}`, 'g')) ?? []).join('-')

/** The code as it was made, however it was typed: in small letters, without the dashes, with O for 0. */
export const readKeyCode = (typed: string): string => {
  const plain = typed.toUpperCase().replaceAll(/[^0-9A-Z]/g, '')
  return group(plain.replaceAll(/[OIL]/g, (letter) => alike[letter] ?? letter))
}

/** Names a key in clear, and reveals nothing of it. */
export const idOfCode = (code: string): string =>
  createHash('sha256').update(`spacekeeper backup key ${code}`).digest('hex').slice(0, 8)

const StoredKey = z.object({
  code: z.string(),
  madeAt: z.iso.datetime(),
  /** When it was last typed in from paper; null before the first time, and until then nothing is encrypted with it. */
  typedAt: z.iso.datetime().nullable(),
})

export type KeptKey = z.infer<typeof StoredKey> & { id: string }

const folderOf = (dataDir: string) => join(dataDir, 'backup-keys')

const write = async (dataDir: string, { id, ...stored }: KeptKey): Promise<void> => {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
  await writeWhole(join(folderOf(dataDir), `${id}.json`), JSON.stringify(stored))
}

/** All keys there ever were: older archives need theirs for the nightly proof. The oldest comes first. */
export const listBackupKeys = async (dataDir: string): Promise<KeptKey[]> => {
  const names = await readdir(folderOf(dataDir)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  const keys = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name): Promise<KeptKey> => {
        const stored = StoredKey.parse(JSON.parse(await readFile(join(folderOf(dataDir), name), 'utf8')))
        return { ...stored, id: name.slice(0, -'.json'.length) }
      }),
  )
  return keys.toSorted((a, b) => a.madeAt.localeCompare(b.madeAt))
}

/** The key that backups are encrypted with: the newest that was typed in. Null while there is none. */
export const currentKey = async (dataDir: string): Promise<KeptKey | null> =>
  (await listBackupKeys(dataDir)).findLast(({ typedAt }) => typedAt !== null) ?? null

export const findKey = async (dataDir: string, id: string): Promise<KeptKey | undefined> =>
  (await listBackupKeys(dataDir)).find((key) => key.id === id)

/** Keeps a key whose code was typed in to restore with it: the portal that comes back goes on with it. */
export const keepKey = async (dataDir: string, key: { code: string; madeAt: string }, now: Date): Promise<void> => {
  const id = idOfCode(key.code)
  if (!(await findKey(dataDir, id))) await write(dataDir, { ...key, id, typedAt: now.toISOString() })
}

/** Makes a key that does not count yet. Its code is shown this once. */
export const createKey = async (dataDir: string, now: Date): Promise<KeptKey> => {
  const code = makeCode()
  const key: KeptKey = { id: idOfCode(code), code, madeAt: now.toISOString(), typedAt: null }
  await write(dataDir, key)
  return key
}

/** Notes that a code was typed in from where it was written down; null where it is none of the newest key. */
export const typeKey = async (dataDir: string, typed: string, now: Date): Promise<KeptKey | null> => {
  const key = (await listBackupKeys(dataDir)).at(-1)
  if (!key || idOfCode(readKeyCode(typed)) !== key.id) return null
  const known: KeptKey = { ...key, typedAt: now.toISOString() }
  await write(dataDir, known)
  return known
}
