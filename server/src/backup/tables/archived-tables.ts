import { buffer } from 'node:stream/consumers'
import type { Logger } from 'pino'
import type { Extract } from 'tar-stream'
import { readArchive, strangeEntry } from '../archive-contents.ts'
import { ArchiveProblem } from '../archive-file.ts'
import type { OpenTar } from '../archive-tar.ts'
import { placeSecretKey } from './secret-key-file.ts'
import { exportTables, type TableExport } from './table-export.ts'
import { importTables, type TableSource } from './table-import.ts'
import { type TablePiece, TableSet } from './table-set.ts'

// In an archive the description comes first, and each table in numbered pieces: a tar file wants to know how long a file
// is before it comes. Put together they are what COPY wrote.

type TarEntry = Extract extends AsyncIterable<infer One> ? One : never

const descriptionName = 'tables.json'
const secretKeyName = 'secret-key'
const pieceName = /^tables\/([a-z_]+\.[a-z0-9_]+)\/\d{6}$/

/** Writes a database into an archive, table by table. */
export const writeTables = (tar: OpenTar, request: TableExport): Promise<TableSet> => {
  const counts = new Map<string, number>()
  return exportTables(request, {
    describe: (set) => tar.small(descriptionName, Buffer.from(JSON.stringify(set))),
    write: ({ table, bytes }) => {
      const count = (counts.get(table) ?? 0) + 1
      counts.set(table, count)
      return tar.small(`tables/${table}/${String(count).padStart(6, '0')}`, bytes)
    },
  })
}

const describe = (content: Buffer): TableSet => {
  try {
    return TableSet.parse(JSON.parse(content.toString('utf8')))
  } catch (error) {
    throw new ArchiveProblem('This backup can’t be read: its description of the tables is damaged.', { cause: error })
  }
}

const openSource = async (path: string, tar: Extract): Promise<TableSource & { secretKey: string | null }> => {
  const entries: AsyncIterator<TarEntry> = tar[Symbol.asyncIterator]()
  let secretKey: string | null = null
  for (;;) {
    const { done, value: entry } = await entries.next()
    if (done === true) throw new ArchiveProblem('This backup can’t be read: it lacks the description of its tables.')
    const { name } = entry.header
    const content = await buffer(entry)
    if (name === secretKeyName) secretKey = content.toString('utf8')
    else if (name !== descriptionName) throw strangeEntry(path, name)
    else return { set: describe(content), pieces: piecesOf(path, entries), secretKey }
  }
}

async function* piecesOf(path: string, entries: AsyncIterator<TarEntry>): AsyncGenerator<TablePiece> {
  for (;;) {
    const { done, value: entry } = await entries.next()
    if (done === true) return
    const [, table] = pieceName.exec(entry.header.name) ?? []
    if (table === undefined) throw strangeEntry(path, entry.header.name)
    yield { table, bytes: await buffer(entry) }
  }
}

/** Opens an archive of tables, while `use` puts them somewhere. */
export const withTables = <T>(
  path: string,
  code: string | null,
  use: (source: TableSource & { secretKey: string | null }) => Promise<T>,
): Promise<T> => readArchive(path, code, async (tar) => use(await openSource(path, tar)))

/** Puts the tables of an archive into the new database of a folder, and the key of secret settings beside it. */
export const importArchive = (request: {
  path: string
  code: string | null
  folder: string
  ownerUrl: string
  log: Logger
}): Promise<void> =>
  withTables(request.path, request.code, async (source) => {
    const { folder, ownerUrl, log } = request
    if (source.secretKey !== null) await placeSecretKey(folder, source.secretKey, new Date())
    // The portal that is opened on it sees whether its key fits.
    await importTables({ ownerUrl, check: () => Promise.resolve(), isMarked: false, log }, source)
  })
