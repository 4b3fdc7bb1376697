import { randomBytes } from 'node:crypto'
import { open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { syncFolder } from '#platform/db/data-dir.ts'
import { hasCode } from '#platform/db/has-code.ts'

/** Replaces a small file by another one: readers find the former or the new, never half of it. */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  const draft = `${path}.${randomBytes(4).toString('hex')}.draft`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Waits until a file, or a folder with all that is in it, is on the disk. */
export const syncPath = async (path: string): Promise<void> => {
  if ((await stat(path)).isDirectory()) {
    for (const name of await readdir(path)) await syncPath(join(path, name))
    return syncFolder(path)
  }
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Reads such a file; the first content stands for one that is not there or can't be understood. */
export const readJson = async <S extends z.ZodType>(
  path: string,
  schema: S,
  first: z.infer<S>,
): Promise<z.infer<S>> => {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (hasCode(error, 'EACCES')) throw error
    return first
  }
}
