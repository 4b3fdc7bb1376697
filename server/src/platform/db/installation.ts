import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { z } from 'zod'
import { version } from '../version.ts'
import { postgresExists, restoringName } from './postgres-home.ts'

/** The file of DATA_DIR that says which portal it belongs to, and where its database was. */
export const installationName = 'installation'

export type InstallationPlace = {
  dataDir: string
  databaseUrl: string | undefined
  /** An empty database is what is expected, because it is about to be filled. */
  beginsAnew?: boolean
}

/** How the file names a database of our own, wherever DATA_DIR is moved to. */
const ourOwn = 'DATA_DIR/postgres'

const Installation = z.object({ id: z.uuid(), database: z.string() })
type Installation = z.infer<typeof Installation>

const pathOf = ({ dataDir }: Pick<InstallationPlace, 'dataDir'>) => join(dataDir, installationName)

const read = (place: InstallationPlace): Installation | undefined => {
  const path = pathOf(place)
  if (place.beginsAnew === true || !existsSync(path)) return undefined
  try {
    return Installation.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    // There was a database; of which portal can no longer be read.
    return { id: '', database: ourOwn }
  }
}

/** Without its account and password. */
const databaseOf = ({ databaseUrl }: InstallationPlace): string => {
  if (databaseUrl === undefined) return ourOwn
  const { hostname, port, pathname } = new URL(databaseUrl)
  return `${decodeURIComponent(hostname)}:${port || '5432'}${pathname}`
}

const ownWays = [
  '- If the folder DATA_DIR/postgres was moved, put it back.',
  '- If the database was at DATABASE_URL, set that again.',
  '- If it is lost, restore a backup: npm run cli -- restore FILE',
]

const givenWays = [
  '- If DATABASE_URL names another database than before, set it as it was. In a container, see that its volume is mounted where it was.',
  '- If the database is lost, restore your backup of it.',
]

const refusal = (place: InstallationPlace, { database }: Installation): Error =>
  new Error(
    [
      `The database ${databaseOf(place)} is empty, but ${place.dataDir} belongs to a portal that has been in use, with the database ${database}. Nothing was changed.`,
      ...(place.databaseUrl === undefined ? ownWays : givenWays),
      `- To begin with an empty portal instead, delete the file ${pathOf(place)}.`,
    ].join('\n'),
  )

/** Before a database of our own is created or opened: throws where DATA_DIR has had another one. */
export const checkOwnDatabase = (place: InstallationPlace): void => {
  const known = read(place)
  if (!known || place.databaseUrl !== undefined) return
  const isThere = postgresExists(place.dataDir)
  // A restore that was cut off says itself how to finish it.
  if (!isThere && !existsSync(join(place.dataDir, restoringName))) throw refusal(place, known)
  if (isThere && known.database !== ourOwn)
    throw new Error(
      `The portal of ${place.dataDir} has its database at ${known.database}, and DATABASE_URL is not set. What is in ${join(place.dataDir, 'postgres')} is older. ` +
        `Set DATABASE_URL again. To go on with the older database, delete the file ${pathOf(place)}.`,
    )
}

const hasTable = async (pool: pg.Pool, name: string): Promise<boolean> => {
  const { rows } = await pool.query<{ is: boolean }>('select to_regclass($1) is not null as is', [name])
  return rows[0]?.is === true
}

const idIn = async (pool: pg.Pool): Promise<string | undefined> => {
  if (!(await hasTable(pool, 'installation'))) return undefined
  return (await pool.query<{ id: string }>('select id from installation')).rows[0]?.id
}

/** Before anything is changed in a database: throws where it is empty or of another portal than DATA_DIR. */
export const checkInstallation = async (pool: pg.Pool, place: InstallationPlace): Promise<void> => {
  const known = read(place)
  if (!known) return
  if (!(await hasTable(pool, 'schema_migrations'))) throw refusal(place, known)
  const id = await idIn(pool)
  if (id === undefined || id === known.id || known.id === '') return
  throw new Error(
    `The database ${databaseOf(place)} belongs to another portal than ${place.dataDir}, whose database was ${known.database}. ` +
      'Nothing was changed. Set DATABASE_URL and DATA_DIR of one portal. ' +
      `If they do belong together, delete the file ${pathOf(place)}.`,
  )
}

/** Once a database is up to date: notes in DATA_DIR which it is, and in the database which version works with it. */
export const noteInstallation = async (pool: pg.Pool, place: InstallationPlace): Promise<void> => {
  await pool.query(
    `insert into installed_versions (version, installed_at) select $1::text, now()
     where $1 is distinct from (select version from installed_versions order by id desc limit 1)`,
    [version],
  )
  const known = read(place)
  const id = await idIn(pool)
  if (id === undefined) return
  const now = { id, database: databaseOf(place) }
  if (known?.id === now.id && known.database === now.database) return
  // A copy of an older version that was put back by hand got a number of its own on the way.
  writeFileSync(pathOf(place), `${JSON.stringify(now)}\n`, { mode: 0o600, flush: true })
}

/** After a database was deleted on purpose. */
export const forgetInstallation = (dataDir: string): void => rmSync(pathOf({ dataDir }), { force: true })
