import { type LedgerFault, verifyLedger } from '../memberbucks/verify.ts'
import { describeFault as describeClearing, findClearingFaults } from '../stripe/desk/clearing.ts'
import { type Command, withCtx } from './command.ts'

const units = (cents: string | number) => (typeof cents === 'number' ? (cents / 100).toFixed(2) : cents)

const describeFault = ({ what, memberId, entryId, expected, found }: LedgerFault) => {
  const where = entryId === null ? `member ${memberId}` : `member ${memberId}, entry ${entryId}`
  return `The ${what} of ${where} is ${units(found)} and should be ${units(expected)}.`
}

export const ledgerCommands: Record<string, Command> = {
  'ledger verify': {
    usage: '',
    help: 'Recalculates every balance, compares card payments with Stripe, and names the first difference.',
    run: ({ config, say }) =>
      withCtx(config, async (ctx) => {
        const { entries, members, sumCents, fault } = await verifyLedger(ctx)
        if (fault) throw new Error(describeFault(fault))
        const [first, ...others] = await findClearingFaults(ctx)
        const more = others.length === 0 ? '' : ` There are ${others.length} more.`
        if (first) throw new Error(`The balances add up. With Stripe they do not: ${describeClearing(first)}${more}`)
        say(`All is well: ${entries} entries of ${members} members, ${units(sumCents)} altogether.`)
      }),
  },
}
