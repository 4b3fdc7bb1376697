import { removeEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { forgetInstallation } from '#platform/db/installation.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { createLog } from '#platform/log/log.ts'
import { forgetSecrets } from '../secret-key.ts'
import { withCtx, type Command } from './command.ts'

export const databaseCommands: Record<string, Command> = {
  migrate: {
    usage: '',
    help: 'Updates the database to this version.',
    run: ({ config, say }) => withCtx(config, async () => say('The database is up to date.')),
  },
  'secrets forget': {
    usage: '--yes',
    help: 'Deletes what was encrypted with a lost key, so that the portal can start with a new one.',
    run: async ({ config, options, say }) => {
      if (options['yes'] !== true) throw new Error('This deletes every secret setting. Confirm with --yes.')
      const database = await openDatabase({ ...config, joinsRunningPortal: true }, createLog('warn'))
      try {
        await forgetSecrets(database.pool)
      } finally {
        await database.close()
      }
      say('The secrets are deleted. Set them again once the portal runs.')
    },
  },
  reset: {
    usage: '--yes',
    help: 'Deletes the embedded database and everything in it. Stop the portal first.',
    run: async ({ config, options, say }) => {
      if (config.databaseUrl)
        throw new Error('Only the embedded database can be reset. Drop the one of DATABASE_URL yourself.')
      if (options['yes'] !== true) throw new Error('This deletes everything. Confirm with --yes.')
      await removeEmbeddedPostgres(config.dataDir, createLog('warn'))
      forgetInstallation(config.dataDir)
      say('The database is deleted. The next start creates a new one.')
    },
  },
}
