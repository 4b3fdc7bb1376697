import type pg from 'pg'

// A mark in the database itself, which comes with the rows that are put in, and goes once they are verified.

const note = 'A restore into this database has not been finished.'

/** Within the transaction that fills a database. */
export const markUnfinished = async (client: pg.Client): Promise<void> => {
  await client.query(`comment on table schema_migrations is '${note}'`)
}

export const markFinished = async (client: pg.Client): Promise<void> => {
  await client.query('comment on table schema_migrations is null')
}

/** Whether rows were put in, and the restore ended before they were verified. */
export const isUnfinished = async (client: pg.Client | pg.Pool): Promise<boolean> => {
  const { rows } = await client.query<{ is: boolean }>(
    `select coalesce(obj_description(to_regclass('public.schema_migrations'), 'pg_class') = $1, false) as is`,
    [note],
  )
  return rows[0]?.is === true
}

/** A portal does not begin with what was not verified, and where closed accounts may have come back. */
export const refuseUnfinished = async (pool: pg.Pool): Promise<void> => {
  if (await isUnfinished(pool))
    throw new Error(
      'A restore or an import into this database was interrupted before what it brought was verified. Run the same command again: it begins anew.',
    )
}
