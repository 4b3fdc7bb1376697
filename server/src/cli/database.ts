import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { withCtx, type Command } from './command.ts'

export const databaseCommands: Record<string, Command> = {
  migrate: {
    usage: '',
    help: 'Brings the database to the state this version needs.',
    run: ({ config, say }) => withCtx(config, async () => say('The database is up to date.')),
  },
  reset: {
    usage: '--yes',
    help: 'Throws the embedded database away, with everybody and everything in it.',
    run: async ({ config, options, say }) => {
      if (config.databaseUrl)
        throw new Error('Only the embedded database can be reset; drop the one of DATABASE_URL yourself.')
      if (options['yes'] !== true) throw new Error('This deletes everything. Say so with --yes.')
      rmSync(join(config.dataDir, 'postgres'), { recursive: true, force: true })
      say('The database is gone. The next start makes a new one.')
    },
  },
}
