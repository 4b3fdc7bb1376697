import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { systemCtx } from '#platform/ctx.ts'
import { change } from '#platform/db/change.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { createLog } from '#platform/log/log.ts'
import { type DatabaseImport, importDatabase } from '../backup/tables/database-import.ts'
import { checkHasKey } from '../backup/tables/secret-key-file.ts'
import { exportToFolder, openExport } from '../backup/tables/table-folder.ts'
import { type Config, loadSecretKey } from '../config.ts'
import { checkSecretKey } from '../secret-key.ts'
import { openServices } from '../services.ts'
import type { Command, CommandInput } from './command.ts'

const log = createLog('error')

/** A database that is filled where the portal of this environment has its own. */
export const databaseImportOf = (config: Config): DatabaseImport => ({
  dataDir: config.dataDir,
  databaseUrl: config.databaseUrl,
  checkKey: (client) => checkSecretKey(client, loadSecretKey(config)),
  open: async () => {
    const options = { joinsRunningPortal: true, beginsAnew: true, isCopy: true }
    const { services, close } = await openServices(config, log, options)
    return { ctx: systemCtx(services), close }
  },
  log,
  now: new Date(),
})

const folderIn = ({ words: [folder] }: CommandInput, command: string): string => {
  if (folder === undefined) throw new Error(`Say which folder: ${command} DIR`)
  return resolve(folder)
}

const rowsIn = (tables: readonly { rows: number }[]) => tables.reduce((sum, { rows }) => sum + rows, 0)

export const portableCommands: Record<string, Command> = {
  export: {
    usage: 'DIR',
    words: 1,
    help: 'Writes every table into a folder, also while the portal runs, for a PostgreSQL of any version from 15 on. It is not encrypted.',
    run: async (input) => {
      const { config, say } = input
      const folder = folderIn(input, 'export')
      const { ownerUrl, close } = await openDatabase({ ...config, joinsRunningPortal: true }, log)
      try {
        const hasSecretKey = config.secretKey === undefined
        const secretKey = hasSecretKey ? await readFile(join(config.dataDir, 'secret-key'), 'utf8') : null
        const set = await exportToFolder(folder, { ownerUrl, madeAt: new Date(), hasSecretKey, secretKey })
        say(`${set.tables.length} tables with ${rowsIn(set.tables)} rows are in ${folder}.`)
        say(
          `A person who finds that folder can read everything in it: names, cards, stored passwords${hasSecretKey ? ' and all secrets of the portal' : ''}. Delete it once it is imported.`,
        )
        if (!hasSecretKey) say('The SECRET_KEY is not in it. The portal that imports it has to be given the same one.')
      } finally {
        await close()
      }
    },
  },
  import: {
    usage: 'DIR',
    words: 1,
    help: 'Puts what was exported into an empty database: that of DATABASE_URL, or else a new one in DATA_DIR. Stop the portal first.',
    run: async (input) => {
      const { config, say } = input
      const source = await openExport(folderIn(input, 'import'))
      const { set } = source
      checkHasKey(set, { isGiven: config.secretKey !== undefined })
      const name = `export of ${set.madeAt}`
      const { entries, sumCents } = await importDatabase(databaseImportOf(config), source, (ctx) =>
        change(ctx, 'backup.restored', () => Promise.resolve({ result: undefined, data: { name } })),
      )
      say(
        `${set.tables.length} tables with ${rowsIn(set.tables)} rows are as they were. The ledger and the books add up: ${entries} entries, ${(sumCents / 100).toFixed(2)} altogether.`,
      )
      say(`What happened at the old portal after ${set.madeAt} is not in it, so don’t start that one again.`)
    },
  },
}
