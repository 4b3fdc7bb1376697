import { removeEmbeddedPostgres } from '#platform/db/embedded-postgres.ts'
import { openDatabase } from '#platform/db/open-database.ts'
import { createLog } from '#platform/log/log.ts'
import { forgetSecrets } from '#platform/secrets/check-secret-key.ts'
import { withCtx, type Command } from './command.ts'

export const databaseCommands: Record<string, Command> = {
  migrate: {
    usage: '',
    help: 'Brings the database to the state this version needs.',
    run: ({ config, say }) => withCtx(config, async () => say('The database is up to date.')),
  },
  'secrets forget': {
    usage: '--yes',
    help: 'Gives up what was encrypted with a key that is lost, so that the portal starts with another one.',
    run: async ({ config, options, say }) => {
      if (options['yes'] !== true) throw new Error('This deletes every secret setting. Say so with --yes.')
      const database = await openDatabase({ ...config, joinsRunningPortal: true }, createLog('warn'))
      try {
        await forgetSecrets(database.pool)
      } finally {
        await database.close()
      }
      say('The secrets are gone. Set them again once the portal runs.')
    },
  },
  reset: {
    usage: '--yes',
    help: 'Throws the embedded database away, with everybody and everything in it. Stop the portal first.',
    run: async ({ config, options, say }) => {
      if (config.databaseUrl)
        throw new Error('Only the embedded database can be reset; drop the one of DATABASE_URL yourself.')
      if (options['yes'] !== true) throw new Error('This deletes everything. Say so with --yes.')
      await removeEmbeddedPostgres(config.dataDir, createLog('warn'))
      say('The database is gone. The next start makes a new one.')
    },
  },
}
