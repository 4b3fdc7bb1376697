import { duesReference, topUpReference } from '@spacekeeper/contract/bank/references.ts'
import { expect, test } from 'vitest'
import { coverCharges, type MatchedLine, type MatchFacts, matchIndex, matchLine } from './matching.ts'

const people = ['Ada Lovelace', 'Bo Müller', 'Cy Smith', 'Di Smith', 'Eve van der Berg', 'Flo Adams']
const facts: MatchFacts = {
  currency: 'EUR',
  members: people.map((name, at) => {
    const [firstName = '', ...last] = name.split(' ')
    return { id: at + 1, firstName, lastName: last.join(' ') }
  }),
  charges: [
    { id: 11, memberId: 1, description: 'January', openCents: 5000 },
    { id: 12, memberId: 1, description: 'February', openCents: 5000 },
    { id: 21, memberId: 2, description: 'Year', openCents: 60_000 },
    { id: 31, memberId: 3, description: 'January', openCents: 5000 },
    { id: 41, memberId: 4, description: 'January', openCents: 5000 },
    { id: 61, memberId: 6, description: 'January', openCents: 5000 },
  ],
  payers: [
    { account: 'a', memberId: 1, kind: 'dues', name: 'ada' },
    { account: 'a', memberId: 1, kind: 'dues', name: 'mother of ada' },
    { account: 'b', memberId: 5, kind: 'topUp', name: 'eve' },
    { account: 'c', memberId: 3, kind: 'dues', name: 'smith' },
    { account: 'c', memberId: 4, kind: 'dues', name: 'smith' },
    { account: 'former', memberId: 2, kind: 'dues', name: null },
    { account: 'gone', memberId: 99, kind: 'dues', name: 'gone' },
    ...[1, 2, 3, 4].map((memberId) => ({ account: 'own', memberId, kind: 'dues' as const, name: 'ada' })),
  ],
  undos: [{ payer: 'taken back', memberId: 1 }],
  runs: [{ id: 7, reference: 'SK-DD-7', totalCents: 123_400 }],
  debits: [{ id: 70, reference: 'SK-DD-7-70', amountCents: 5000 }],
}
const index = matchIndex(facts)
const usual: MatchedLine = {
  amountCents: 5000,
  currency: 'EUR',
  text: '',
  payerName: '',
  keys: { account: '', name: '', payer: '' },
  endToEnd: '',
  hasTwin: false,
  wasUndone: false,
}
/** An account with the name on the payment. */
const from = (account: string, name = 'ada') => ({ keys: { account, name, payer: account } })
const said = (line: Partial<MatchedLine>) => {
  const { sureness, choices } = matchLine(index, { ...usual, ...line })
  return [
    sureness,
    ...choices.map(({ target, reasons }) => {
      const who = 'memberId' in target ? target.memberId : 'runId' in target ? target.runId : target.debitId
      return `${target.kind} ${who}: ${reasons.join(', ')}`
    }),
  ]
}

test.each<[string, Partial<MatchedLine>, string[]]>([
  ['a reference', { text: `x ${duesReference(1)} y` }, ['certain', 'dues 1: reference']],
  ['a reference to top up', { text: topUpReference(5) }, ['certain', 'topUp 5: reference']],
  [
    'a reference, whatever the account says',
    { text: duesReference(2), ...from('a') },
    ['certain', 'dues 2: reference'],
  ],
  [
    'two references',
    { text: duesReference(1) + duesReference(2) },
    ['proposal', 'dues 1: severalReferences', 'dues 2: severalReferences'],
  ],
  [
    'dues and a top-up of one member',
    { text: duesReference(1) + topUpReference(1) },
    ['proposal', 'dues 1: severalReferences', 'topUp 1: severalReferences'],
  ],
  ['a reference of a member who is gone', { text: duesReference(99), amountCents: 1 }, ['unknown']],
  ['a reference with a typing slip', { text: duesReference(1).replace('01', '10'), amountCents: 1 }, ['unknown']],
  ['a reference in another currency', { text: duesReference(1), currency: 'USD' }, ['unknown']],
  ['a known account that pays what is owed', { ...from('a') }, ['certain', 'dues 1: account, amount']],
  [
    'a known account that pays all that is owed',
    { ...from('a', 'mother of ada'), amountCents: 10_000 },
    ['certain', 'dues 1: account, amount'],
  ],
  ['a known account that pays something else', { ...from('a'), amountCents: 4200 }, ['proposal', 'dues 1: account']],
  ['a known account that topped up', { ...from('b', 'eve'), amountCents: 4200 }, ['proposal', 'topUp 5: account']],
  [
    'an account of two members',
    { ...from('c', 'smith') },
    ['proposal', 'dues 3: sharedAccount, amount', 'dues 4: sharedAccount, amount'],
  ],
  ['an account of two members and nothing else', { ...from('c', 'smith'), amountCents: 1 }, ['unknown']],
  ['an account of many members', { ...from('own'), amountCents: 10_000 }, ['proposal', 'dues 1: amount']],
  ['a known account in another name', { ...from('a', 'bo') }, ['proposal', 'dues 1: account, otherName, amount']],
  ['a known account and no name', { ...from('a', '') }, ['proposal', 'dues 1: account, noName, amount']],
  [
    'an account whose names are not known',
    { ...from('former', 'bo'), amountCents: 60_000 },
    ['proposal', 'dues 2: account, otherName, amount'],
  ],
  ['an account of a member who is gone', { ...from('gone', 'gone'), amountCents: 1 }, ['unknown']],
  [
    'a reference on a line that was booked and taken back',
    { text: duesReference(1), wasUndone: true },
    ['proposal', 'dues 1: undone, reference'],
  ],
  [
    'a collection on a line that was booked and taken back',
    { amountCents: 123_400, text: 'SK-DD-7', wasUndone: true },
    ['certain', 'debitSettled 7: collected'],
  ],
  [
    'a payer whose payment for this member was taken back',
    { text: duesReference(1), ...from('taken back') },
    ['proposal', 'dues 1: undone, reference'],
  ],
  [
    'a payer whose payment for another member was taken back',
    { text: duesReference(2), ...from('taken back') },
    ['certain', 'dues 2: reference'],
  ],
  ['a name', { payerName: 'LOVELACE, ADA', amountCents: 4200 }, ['proposal', 'dues 1: name']],
  [
    'a name with another spelling of its umlaut',
    { payerName: 'Bo Mueller', amountCents: 1 },
    ['proposal', 'dues 2: name'],
  ],
  [
    'a name of several words in the text',
    { text: 'from E VAN DER BERG', amountCents: 1 },
    ['proposal', 'dues 5: lastName'],
  ],
  ['a part of a name of several words', { text: 'Berg', amountCents: 1 }, ['unknown']],
  [
    'a last name of two members, and what both owe',
    { payerName: 'C Smith' },
    ['proposal', 'dues 3: lastName, amount', 'dues 4: lastName, amount'],
  ],
  ['the amount of one member alone', { amountCents: 60_000 }, ['proposal', 'dues 2: amount']],
  ['an amount that four members owe', {}, ['unknown']],
  [
    'a reference in a field of its own',
    { text: 'Dauerauftrag', endToEnd: duesReference(1).replaceAll(' ', '') },
    ['certain', 'dues 1: reference'],
  ],
  ['a number without check digits', { text: 'dues D000002', amountCents: 1 }, ['proposal', 'dues 2: hint']],
  ['nothing', { amountCents: 1 }, ['unknown']],
  [
    'a reference on a line of two files',
    { text: duesReference(1), hasTwin: true },
    ['proposal', 'dues 1: twin, reference'],
  ],
  ['a collection', { amountCents: 123_400, text: 'SK-DD-7' }, ['certain', 'debitSettled 7: collected']],
  ['the amount of a collection', { amountCents: 123_400 }, ['proposal', 'debitSettled 7: collectedAmount']],
  ['a debit that came back', { amountCents: -5000, endToEnd: 'SK-DD-7-70' }, ['certain', 'debitReturn 70: returned']],
  [
    'a debit that came back with a fee',
    { amountCents: -5350, text: 'RETURN sk-dd-7-70 AM04' },
    ['proposal', 'debitReturn 70: returned'],
  ],
  ['money that left', { amountCents: -5000, text: duesReference(1) }, ['unknown']],
])('%s', (_what, line, expected) => {
  expect(said(line)).toEqual(expected)
})

test.each([
  [5000, ['11: 5000'], 0],
  [3000, ['11: 3000'], 0],
  [7000, ['11: 5000', '12: 2000'], 0],
  [10_000, ['11: 5000', '12: 5000'], 0],
  [12_000, ['11: 5000', '12: 5000'], 2000],
])('%s cents pay the oldest charges first, and %s', (amountCents, pays, leftCents) => {
  const covered = coverCharges(amountCents, facts.charges.slice(0, 2))
  expect(covered.pays.map(({ charge, paysCents }) => `${charge.id}: ${paysCents}`)).toEqual(pays)
  expect(covered.leftCents).toBe(leftCents)
})

test('a charge that is just as large as the payment is paid, whatever is older', () => {
  const charges = [
    { id: 1, memberId: 1, description: 'January', openCents: 5000 },
    { id: 2, memberId: 1, description: 'Joining fee', openCents: 2500 },
  ]
  expect(coverCharges(2500, charges)).toEqual({ pays: [{ charge: charges[1], paysCents: 2500 }], leftCents: 0 })
})
