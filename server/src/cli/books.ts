import { findFaults } from '../books/checks.ts'
import { type Command, withCtx } from './command.ts'

export const bookCommands: Record<string, Command> = {
  'books verify': {
    usage: '',
    help: 'Checks that the journal sums to zero, and charges and payments to their entries, and names the first rows that are off.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => {
        const faults = await findFaults(ctx)
        if (faults.length > 0) throw new Error(faults.join('\n'))
        say('All is well: debits and credits are the same, and charges and payments are the sums of their entries.')
      }),
  },
}
