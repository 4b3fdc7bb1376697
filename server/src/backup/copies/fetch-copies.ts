import { mkdir } from 'node:fs/promises'
import { settings as known } from '@spacekeeper/contract/index.ts'
import type { z } from 'zod'
import { ArchiveProblem } from '../archive-file.ts'
import { type CopyStore, fetchArchive, listCopies } from './copy-store.ts'
import { type CopySettings, openStore, placesOf, type SetPlace } from './stores.ts'

const isOfCopies = (key: string) => /^BACKUP_(FOLDER$|S3_|SFTP_)/.test(key)

/** As it stands in the environment: text, unless it is a number or yes and no. */
const valueOf = (key: string, text: string, { schema, default: usual }: { schema: z.ZodType; default: unknown }) => {
  const value = typeof usual === 'boolean' ? text === 'true' : typeof usual === 'number' ? Number(text) : text
  const parsed = schema.safeParse(value)
  if (!parsed.success) throw new Error(`${key}: ${parsed.error.issues[0]?.message ?? 'It is not valid.'}`)
  return parsed.data
}

/** Where copies are, as variables of the names of the settings say; null where there are none. */
export const givenCopySettings = (env: Readonly<Record<string, string | undefined>>): CopySettings | null => {
  const entries = Object.entries(known).filter(([key]) => isOfCopies(key))
  if (!entries.some(([key]) => env[key])) return null
  const values = entries.map(([key, setting]) => {
    const text = env[key]
    return [key, text ? valueOf(key, text, setting) : setting.default]
  })
  return Object.fromEntries(values) as CopySettings // each went through the schema of its key
}

type FetchOrder = {
  settings: CopySettings
  /** The archive that is fetched; those that there are are listed without one. */
  name: string | undefined
  folder: string
  dataDir: string
  say: (line: string) => void
}

/** Brings an archive from the first place that has it, or says what each has. */
export const fetchCopies = async ({ settings, name, folder, dataDir, say }: FetchOrder): Promise<void> => {
  const places = placesOf(settings)
  if (places.length === 0)
    throw new Error('No place for copies is set, and none is named in the environment (docs/guide/backup.md).')
  const lookIn = async ({ where }: SetPlace, store: CopyStore): Promise<boolean> => {
    const copies = await listCopies(store)
    if (name === undefined) {
      say(`${where}: ${copies.length === 0 ? 'no backups' : ''}`)
      for (const copy of copies) say(`  ${copy.name}`)
      return false
    }
    if (!copies.some((copy) => copy.name === name)) return false
    await mkdir(folder, { recursive: true, mode: 0o700 })
    say(`It is in ${await fetchArchive(store, name, folder)}, whole. Restore it with npm run cli -- restore.`)
    return true
  }
  const problems: string[] = []
  for (const set of places) {
    const store = await openStore(set.place, settings, { dataDir })
    try {
      if (await lookIn(set, store)) return
    } catch (error) {
      problems.push(`${set.where}: ${error instanceof ArchiveProblem ? error.message : store.explain(error)}`)
    } finally {
      await store.close()
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  if (name !== undefined) throw new Error(`No place has a backup ${name}.`)
}
