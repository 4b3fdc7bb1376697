import { type LedgerFault, verifyLedger } from '../memberbucks/verify.ts'
import { type Command, withCtx } from './command.ts'

const units = (cents: string | number) => (typeof cents === 'number' ? (cents / 100).toFixed(2) : cents)

const describeFault = ({ what, memberId, entryId, expected, found }: LedgerFault) => {
  const where = entryId === null ? `member ${memberId}` : `member ${memberId}, entry ${entryId}`
  return `The ${what} of ${where} is ${units(found)} and should be ${units(expected)}.`
}

export const ledgerCommands: Record<string, Command> = {
  'ledger verify': {
    usage: '',
    help: 'Adds up every entry of every balance anew and names the first that is off.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => {
        const { entries, members, sumCents, fault } = await verifyLedger(ctx)
        if (fault) throw new Error(describeFault(fault))
        say(`All is well: ${entries} entries of ${members} members, ${units(sumCents)} altogether.`)
      }),
  },
}
