import type { BankLine } from '@spacekeeper/contract/bank/shapes.ts'

/** A line that carries the reference of a member. */
export const aLine: BankLine = {
  id: 7,
  account: 'DE89',
  bookedOn: '2026-03-02',
  amountCents: 6500,
  currency: 'AUD',
  text: 'dues RF10 D000 123',
  payerName: 'A Lovelace',
  payerAccount: '•••• 6819',
  endToEnd: '',
  returnReason: '',
  feeCents: 0,
  state: 'waiting',
  sureness: 'certain',
  hasTwin: false,
  twin: null,
  choices: [
    {
      target: { kind: 'dues', memberId: 123 },
      name: 'Ada Lovelace',
      reasons: ['reference'],
      pays: [{ chargeId: 1, description: 'March 2026', paysCents: 6000, openCents: 6000 }],
      leftCents: 500,
      feeCents: 0,
    },
  ],
  decision: null,
}

/** A line that may be of one of two members. */
export const aProposal: BankLine = {
  ...aLine,
  id: 8,
  sureness: 'proposal',
  choices: [
    {
      target: { kind: 'dues', memberId: 3 },
      name: 'Cy Smith',
      reasons: ['lastName', 'amount'],
      pays: [],
      leftCents: 6500,
      feeCents: 0,
    },
    {
      target: { kind: 'dues', memberId: 4 },
      name: 'Di Smith',
      reasons: ['lastName'],
      pays: [],
      leftCents: 6500,
      feeCents: 0,
    },
  ],
}
