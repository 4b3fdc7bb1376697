import { existsSync, realpathSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { Ctx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { ensureDataDir, syncFolder } from '#platform/db/data-dir.ts'
import { hasCode } from '#platform/db/has-code.ts'
import { installationName } from '#platform/db/installation.ts'
import { lockPortal } from '#platform/db/portal-lock.ts'
import { postgresExists, restoringName } from '#platform/db/postgres-home.ts'
import { findPostmaster, stopPostmaster } from '#platform/db/postmaster-file.ts'
import { checkReadable } from './archive-contents.ts'
import { ArchiveProblem, checkBody, instantInName, type Manifest, nameOfArchive, readManifest } from './archive-file.ts'
import { backupFolder, lockBackups, removeCopy } from './backup-folder.ts'
import type { CopyReport } from './copy-report.ts'
import { listErased } from './erased-accounts.ts'
import { findKey, idOfCode, keepKey, readKeyCode } from './keys.ts'
import { makeCopy, type OpenCopy } from './restored-copy.ts'
import { checkRoom } from './room.ts'
import { withTables } from './tables/archived-tables.ts'
import { type DatabaseImport, importDatabase } from './tables/database-import.ts'
import { checkHasKey } from './tables/secret-key-file.ts'
import { readJson, writeWhole } from './whole-file.ts'

export type RestoreRequest = {
  file: string
  dataDir: string
  /** The database at DATABASE_URL, which has to be empty; null where the portal gets one of its own in DATA_DIR. */
  database: DatabaseImport | null
  /** The code of the key as it was given; undefined where it has to be found or asked for. */
  code: string | undefined
  /** Asks a person for the code; null where no one is there. */
  askCode: ((question: string) => Promise<string>) | null
  hasSecretKey: boolean
  /** The copy is made beside a portal that runs, which changes places itself when it starts again. */
  isBeside: boolean
  open: OpenCopy
  /** Erases accounts again that were erased since; how many there were. */
  erase: (ctx: Ctx, memberIds: readonly number[]) => Promise<number>
  now: Date
  log: Logger
  say: (line: string) => void
}

/** Files and folders of the portal itself in DATA_DIR. Archives and their keys stay where they are. */
export const ownNames = ['postgres', 'postgres-password', 'secret-key', 'ballot-keys', installationName]

/** Written once a copy is complete and verified: from then on it only has to change places. */
export const Ready = z.object({
  /** Where what was there before is kept. */
  former: z.string(),
  archive: z.string(),
  /** The files and folders that the copy brings. */
  names: z.array(z.string()),
  /** A portal that starts changes places by itself. */
  isForStart: z.boolean().default(false),
  /** The major version of PostgreSQL that a copy of our own database is for; nothing for what was restored. */
  to: z.number().optional(),
})

/** Where a copy that was made beside a portal waits for the portal to say that it may take its place. */
const verifiedPath = (dataDir: string) => join(dataDir, restoringName, 'verified.json')

/** Lets the copy take the place of the portal at its next start. */
export const acceptCopy = (dataDir: string): Promise<void> => rename(verifiedPath(dataDir), readyPath(dataDir))

export const readyPath = (dataDir: string) => join(dataDir, restoringName, 'ready.json')

/**
 * Puts a verified copy in the place of what was there, which is kept beside it. Each step is one renaming, and the
 * database goes first and comes last: in between no portal starts, and the next restore goes on where this one ended.
 */
export const swapPlaces = async (
  dataDir: string,
  { former: name, names }: Pick<z.infer<typeof Ready>, 'former' | 'names'>,
  move: typeof rename = rename,
): Promise<void> => {
  const copy = join(dataDir, restoringName)
  const former = join(dataDir, name)
  const isFormer = (one: string) =>
    existsSync(join(dataDir, one)) &&
    !existsSync(join(former, one)) &&
    (existsSync(join(copy, one)) || !names.includes(one))
  const left = ownNames.filter(isFormer)
  if (left.length > 0) await mkdir(former, { recursive: true, mode: 0o700 })
  for (const one of left) await move(join(dataDir, one), join(former, one))
  for (const one of names.toReversed()) if (existsSync(join(copy, one))) await move(join(copy, one), join(dataDir, one))
  if (existsSync(former)) await syncFolder(former)
  await syncFolder(dataDir)
}

/** The same, and throws away what is left of the copy. */
export const changePlaces: typeof swapPlaces = async (dataDir, ready, move) => {
  await swapPlaces(dataDir, ready, move)
  await rm(join(dataDir, restoringName), { recursive: true, force: true })
}

/** Finishes a restore that was interrupted after its copy was verified; which archive that was, or null. */
const finishInterrupted = async (dataDir: string): Promise<string | null> => {
  const ready = await readJson(readyPath(dataDir), Ready.nullable(), null)
  if (ready === null || !existsSync(join(dataDir, restoringName, 'postgres'))) return null
  // Only a start knows whether such a copy is of now.
  if (ready.to !== undefined && postgresExists(dataDir)) return null
  await changePlaces(dataDir, ready)
  return ready.archive
}

const describeKey = ({ id, madeAt }: NonNullable<Manifest['key']>) => `the key ${id} of ${madeAt.slice(0, 10)}`

/** So often a person may mistype a code. */
const mostTries = 5

/** The code that opens an archive: the one that was given, one that is kept here, or one that a person types. */
const findCode = async (request: RestoreRequest, { key }: Manifest): Promise<string | null> => {
  if (key === null) return null
  const wrong = `Wrong key: this is not the code of ${describeKey(key)}, which this backup needs. Look for the paper of that date, and try again.`
  const known = request.code ?? (await findKey(request.dataDir, key.id))?.code
  if (known === undefined && request.askCode === null)
    throw new ArchiveProblem(
      `This backup is encrypted with ${describeKey(key)}. Give the code that was written down for it: --code CODE`,
    )
  for (let asked = 0; asked < mostTries; asked += 1) {
    const code = readKeyCode(known ?? (await request.askCode?.(`Code of ${describeKey(key)}: `)) ?? '')
    if (idOfCode(code) === key.id) return code
    if (known !== undefined) break
    request.say(wrong)
  }
  throw new ArchiveProblem(wrong)
}

/** The name of the archive: what is uploaded has another one until it is restored. */
const nameIn = ({ file, isBeside }: RestoreRequest, { madeAt, version }: Manifest): string =>
  isBeside ? nameOfArchive({ madeAt: new Date(madeAt), version }) : basename(file)

/** Finishes a verified copy before a portal starts on it. */
const prepare = async (request: RestoreRequest, manifest: Manifest, ctx: Ctx): Promise<void> => {
  const folders = [dirname(resolve(request.file)), backupFolder(request.dataDir)]
  const erased = await listErased(folders, new Date(manifest.madeAt))
  const count = await request.erase(ctx, erased)
  if (count > 0) request.say(`Accounts that were erased after the backup, and are erased again: ${count}.`)
  const name = nameIn(request, manifest)
  await change(ctx, 'backup.restored', () => Promise.resolve({ result: undefined, data: { name } }))
}

const units = (cents: number) => (cents / 100).toFixed(2)

/** Says how much was restored, and what happened since that the portal does not know. */
const report = (request: RestoreRequest, manifest: Manifest, found: CopyReport): void => {
  const { say, now } = request
  const hours = Math.max(0, Math.round((now.getTime() - Date.parse(manifest.madeAt)) / 3_600_000))
  const rows = Object.values(manifest.rows).reduce((sum, [least]) => sum + least, 0)
  say(
    `${Object.keys(manifest.rows).length} tables with ${rows} rows are as they were. The ledger and the books add up: ${found.entries} entries, ${units(found.sumCents)} altogether.`,
  )
  say('')
  say(
    `What happened after the backup, since ${manifest.madeAt.slice(0, 16).replace('T', ' ')} UTC (${hours} hours ago), this portal does not know:`,
  )
  say('- Members, cards, grants, bookings, votes and settings that were changed since. Change them again.')
  say('- Swipes, visits and uses of machines since.')
  say(
    '- Payments at Stripe and at the bank since. Compare the list of payments at Stripe with Payments, and import bank statements again.',
  )
  say(
    `- Emails and text messages that were sent since. ${found.waitingMessages} were waiting when the backup was made, and are sent (again) at the start.`,
  )
  say(
    `- Orders to doors and machines since. They get their lists and lockouts anew when they connect. ${found.waitingJobs} background tasks were waiting, and are done (again) at the start.`,
  )
  say('- Ballots of a secret vote that was on: its key is in no backup. Hold that vote again.')
}

const restoreInto = async (request: RestoreRequest, manifest: Manifest): Promise<void> => {
  const { file, dataDir, open, log, say, now } = request
  const copy = join(dataDir, restoringName)
  const code = await findCode(request, manifest)
  await removeCopy(copy)
  await checkRoom({ path: file, manifest, folder: dataDir })
  say(`Reading ${basename(file)}, comparing and verifying …`)
  await checkBody(file, manifest)
  try {
    const found = await makeCopy({
      path: file,
      code,
      folder: copy,
      manifest,
      open,
      log,
      isThrowaway: false,
      prepare: (ctx) => prepare(request, manifest, ctx),
    })
    if (found.faults.length > 0)
      throw new ArchiveProblem(`What was restored is not what was backed up:\n${found.faults.join('\n')}`)
    const former = `before-${instantInName(now)}`
    const names = ownNames.filter((name) => existsSync(join(copy, name)))
    const ready = { former, archive: nameIn(request, manifest), names, isForStart: request.isBeside }
    if (!request.isBeside && manifest.key !== null && code !== null)
      await keepKey(dataDir, { code, madeAt: manifest.key.madeAt }, now)
    await writeWhole(request.isBeside ? verifiedPath(dataDir) : readyPath(dataDir), JSON.stringify(ready))
    const hadOne = postgresExists(dataDir)
    if (!request.isBeside) await changePlaces(dataDir, ready)
    report(request, manifest, found)
    if (request.isBeside) return
    say('')
    if (hadOne) say(`What was there before is kept in ${join(dataDir, former)}. Delete it once all is well.`)
    say('The portal is restored. Start it with npm start.')
  } catch (error) {
    // Once it is ready the next try finishes it.
    if (!existsSync(readyPath(dataDir))) await removeCopy(copy)
    if (!hasCode(error, 'ENOSPC')) throw error
    throw new ArchiveProblem(`The disk of ${dataDir} is full. Nothing was changed. Make room, and restore again.`, {
      cause: error,
    })
  }
}

/** An empty database elsewhere is filled in one step, so nothing has to change places. */
const restoreIntoDatabase = async (
  request: RestoreRequest,
  database: DatabaseImport,
  manifest: Manifest,
): Promise<void> => {
  const { file, dataDir, say, now } = request
  if (manifest.form !== 'tables')
    throw new ArchiveProblem(
      'This backup holds the files of a database of the portal’s own, which no other PostgreSQL takes. Unset DATABASE_URL, restore it into DATA_DIR, and move it from there with export and import (docs/guide/backup.md).',
    )
  const code = await findCode(request, manifest)
  say(`Reading ${basename(file)}, comparing and verifying …`)
  await checkBody(file, manifest)
  const found = await withTables(file, code, (source) =>
    importDatabase(database, source, (ctx) => prepare(request, manifest, ctx)),
  )
  if (manifest.key !== null && code !== null) await keepKey(dataDir, { code, madeAt: manifest.key.madeAt }, now)
  report(request, manifest, found)
  say('')
  say('The portal is restored. Start it with npm start.')
}

/** A portal that was killed leaves its database running. */
export const stopOrphan = async (dataDir: string): Promise<void> => {
  const running = findPostmaster(join(dataDir, 'postgres'))
  if (running) await stopPostmaster(running.pid)
}

/** Before a portal starts: what was restored from its page while it ran takes its place. Which archive that was, or null. */
export const finishRestore = async (dataDir: string): Promise<string | null> => {
  const ready = existsSync(dataDir) ? await readJson(readyPath(dataDir), Ready.nullable(), null) : null
  if (ready?.isForStart !== true) return null
  const lock = await lockPortal(dataDir)
  try {
    await stopOrphan(dataDir)
    return await finishInterrupted(dataDir)
  } finally {
    lock.release()
  }
}

/** Makes the copy while the portal goes on, which decides alone whether it takes its place. No backup is made meanwhile: it would throw the copy away. */
const restoreBeside = async (request: RestoreRequest, manifest: Manifest): Promise<void> => {
  const lock = await lockBackups(request.dataDir)
  try {
    await restoreInto(request, manifest)
  } finally {
    lock.release()
  }
}

/** Restores an archive into DATA_DIR, whose portal is stopped. What was there is kept, and nothing is left half done. */
export const restoreArchive = async (given: RestoreRequest): Promise<void> => {
  const { file, say } = given
  if (!existsSync(file)) throw new ArchiveProblem(`There is no file ${file}.`)
  const manifest = await readManifest(file)
  checkReadable(manifest)
  checkHasKey(manifest, { isGiven: given.hasSecretKey })
  ensureDataDir(given.dataDir)
  const dataDir = realpathSync(given.dataDir)
  if (given.database) return restoreIntoDatabase({ ...given, dataDir }, given.database, manifest)
  if (given.isBeside) return restoreBeside({ ...given, dataDir }, manifest)
  const lock = await lockPortal(dataDir)
  try {
    await stopOrphan(dataDir)
    const finished = await finishInterrupted(dataDir)
    if (finished === null) return await restoreInto({ ...given, dataDir }, manifest)
    say(
      `A restore of ${finished} was interrupted at its very end, and is finished now. Start the portal with npm start.`,
    )
  } finally {
    lock.release()
  }
}
