import { z } from 'zod'
import { setting, Name, type Setting } from '../setting.ts'

export const memberbucksSettings = {
  ENABLE_STRIPE_MEMBERSHIP_PAYMENTS: setting(
    'features',
    'Membership payments',
    z.boolean(),
    false,
    'Members choose their plan here, see what they pay and get their invoices. It needs no card payments.',
  ),
  ENABLE_MEMBERBUCKS: {
    ...setting(
      'features',
      'Prepaid balance',
      z.boolean(),
      false,
      'Members pay for machines and drinks from a prepaid balance. While it’s off, vending machines sell nothing, machines with a price don’t start, and staff can’t book money. Turning it off switches off the machines that members are paying for at that moment, and charges them up to then.',
    ),
    rule: 'prepaidBalance',
  },
  MEMBERBUCKS_NAME: setting('payments', 'Name of the balance', Name, 'Memberbucks', 'What members call their balance.'),
  MEMBERBUCKS_MAX_TOPUP: setting(
    'payments',
    'Maximum per transaction',
    z.number().int('A whole number.').min(1, 'At least 1.').max(10_000),
    50,
    'The most that members top up, pay or donate in one go, in whole units of your currency.',
  ),
} satisfies Record<string, Setting>
