import { createHash, type Hash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { syncFolder } from '#platform/db/data-dir.ts'
import { ArchiveProblem } from '../archive-file.ts'
import { writeWhole } from '../whole-file.ts'
import { type TableExport, exportTables } from './table-export.ts'
import type { TableSource } from './table-import.ts'
import { keyOf, type TablePiece, TableSet } from './table-set.ts'

// A database as a folder: a file for each table that has rows, and a manifest, which is written last.

const manifestName = 'manifest.json'
const secretKeyName = 'secret-key'
/** While it is there, the folder is not whole; the next export into it begins anew. */
const unfinishedName = 'unfinished'

const fileOf = (table: string) => `${table}.copy`
const isOurs = (name: string) =>
  [manifestName, secretKeyName, unfinishedName].includes(name) || /^[a-z_]+\.[a-z0-9_]+\.copy$/.test(name)

const FolderManifest = z.object({
  format: z.literal('spacekeeper tables 1'),
  set: TableSet,
  files: z.record(z.string(), z.object({ bytes: z.number(), sha256: z.string() })),
})

type FolderManifest = z.infer<typeof FolderManifest>

/** An empty folder; what an export left that was cut off goes first. */
const prepare = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const names = await readdir(folder)
  const isLeft = names.includes(unfinishedName) && names.every((name) => isOurs(name) || name.endsWith('.draft'))
  if (names.length > 0 && !isLeft)
    throw new Error(`${folder} is not empty. Name a folder that is, or one that is not there yet.`)
  await writeFile(join(folder, unfinishedName), '')
  for (const name of names) if (name !== unfinishedName) await rm(join(folder, name))
}

type OpenFile = { table: string; file: FileHandle; hash: Hash; bytes: number }

/** Writes the files one after the other, each synchronised to the disk. */
const openFiles = (folder: string) => {
  const files: FolderManifest['files'] = {}
  let now: OpenFile | null = null
  const close = async () => {
    if (now === null) return
    const { table, file, hash, bytes } = now
    now = null
    await file.sync()
    await file.close()
    files[fileOf(table)] = { bytes, sha256: hash.digest('hex') }
  }
  const openFor = async (table: string): Promise<OpenFile> => {
    if (now?.table === table) return now
    await close()
    const file = await open(join(folder, fileOf(table)), 'wx', 0o600)
    now = { table, file, hash: createHash('sha256'), bytes: 0 }
    return now
  }
  return {
    write: async ({ table, bytes }: TablePiece) => {
      const opened = await openFor(table)
      await opened.file.writeFile(bytes)
      opened.hash.update(bytes)
      opened.bytes += bytes.length
    },
    close: async () => {
      await close()
      return files
    },
  }
}

/** Writes a database into a folder. `secretKey`: the text of its file, where there is one. */
export const exportToFolder = async (
  folder: string,
  request: TableExport & { secretKey: string | null },
): Promise<TableSet> => {
  await prepare(folder)
  const opened = openFiles(folder)
  try {
    const set = await exportTables(request, { describe: () => Promise.resolve(), write: opened.write })
    const files = await opened.close()
    if (request.secretKey !== null) await writeWhole(join(folder, secretKeyName), request.secretKey)
    const manifest: FolderManifest = { format: 'spacekeeper tables 1', set, files }
    await writeWhole(join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`)
    await rm(join(folder, unfinishedName))
    await syncFolder(folder)
    return set
  } finally {
    await opened.close()
  }
}

const readManifest = async (folder: string): Promise<FolderManifest> => {
  const name = basename(folder)
  if (!existsSync(folder)) throw new ArchiveProblem(`There is no folder ${folder}.`)
  if (existsSync(join(folder, unfinishedName)))
    throw new ArchiveProblem(`${name} is not whole: its export was interrupted. Export again.`)
  if (!existsSync(join(folder, manifestName)))
    throw new ArchiveProblem(`${name} is no export of Spacekeeper: it has no ${manifestName}.`)
  try {
    return FolderManifest.parse(JSON.parse(await readFile(join(folder, manifestName), 'utf8')))
  } catch (error) {
    throw new ArchiveProblem(`${name} can’t be read: its ${manifestName} is damaged, or of a newer Spacekeeper.`, {
      cause: error,
    })
  }
}

/** Reads every file before anything is done with it. */
const checkFiles = async (folder: string, { files }: FolderManifest): Promise<void> => {
  const refuse = (name: string, words: string): never => {
    throw new ArchiveProblem(`${name} ${words} Copy the folder again, or export again.`)
  }
  for (const [name, { bytes, sha256 }] of Object.entries(files)) {
    if (!isOurs(name)) throw new ArchiveProblem(`The manifest names ${name}, which belongs in no export.`)
    if (!existsSync(join(folder, name))) refuse(name, 'is missing.')
    const hash = createHash('sha256')
    let found = 0
    const content: AsyncIterable<Buffer> = createReadStream(join(folder, name))
    for await (const chunk of content) {
      hash.update(chunk)
      found += chunk.length
    }
    if (found !== bytes) refuse(name, `is not whole: it has ${found} of ${bytes} bytes.`)
    if (hash.digest('hex') !== sha256) refuse(name, 'is damaged: what is in it is not what was written.')
  }
}

/** Opens a folder that was exported; throws where it is not whole. */
export const openExport = async (folder: string): Promise<TableSource & { secretKey: string | null }> => {
  const manifest = await readManifest(folder)
  await checkFiles(folder, manifest)
  const { set, files } = manifest
  const pieces = async function* (): AsyncGenerator<TablePiece> {
    for (const table of set.tables.map(keyOf)) {
      if (!files[fileOf(table)]) continue
      const content: AsyncIterable<Buffer> = createReadStream(join(folder, fileOf(table)), { highWaterMark: 1 << 18 })
      for await (const bytes of content) yield { table, bytes }
    }
  }
  const secretKey = set.hasSecretKey ? await readFile(join(folder, secretKeyName), 'utf8') : null
  return { set, pieces: pieces(), secretKey }
}
