import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '#platform/db/has-code.ts'
import { writeWhole } from './whole-file.ts'

/** Beside the archives: a file for each account that was erased, named by its number, which says nothing without the database. */
export const erasedIn = 'erased-accounts/'

/** Names of files elsewhere are what another machine says. */
export const isErasedName = (name: string): boolean => /^erased-accounts\/\d+$/.test(name)

export const erasedName = (memberId: number): string => `${erasedIn}${memberId}`

const folderIn = (folder: string) => join(folder, erasedIn)

type ErasedAccount = { memberId: number; at: Date }

export const readErased = async (folder: string): Promise<ErasedAccount[]> => {
  const names = await readdir(folderIn(folder)).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  })
  const numbered = names.filter((name) => /^\d+$/.test(name))
  return Promise.all(
    numbered.map(async (name) => ({
      memberId: Number(name),
      at: new Date((await readFile(join(folderIn(folder), name), 'utf8')).trim()),
    })),
  )
}

/** Notes an erased account, so that restoring an older archive erases it again. */
export const noteErased = async (folder: string, { memberId, at }: ErasedAccount): Promise<void> => {
  await mkdir(folderIn(folder), { recursive: true, mode: 0o700 })
  await writeWhole(join(folderIn(folder), String(memberId)), `${at.toISOString()}\n`)
}

/** Those erased after an archive was made, as any of the folders knows. */
export const listErased = async (folders: readonly string[], after: Date): Promise<number[]> => {
  const known = (await Promise.all([...new Set(folders)].map(readErased))).flat()
  return [...new Set(known.filter(({ at }) => at > after).map(({ memberId }) => memberId))]
}

/** Forgets those that were erased before the oldest archive was made: none holds them any more. */
export const forgetErased = async (folder: string, oldest: Date | undefined): Promise<void> => {
  for (const { memberId, at } of await readErased(folder))
    if (oldest === undefined || at < oldest) await rm(join(folderIn(folder), String(memberId)), { force: true })
}
