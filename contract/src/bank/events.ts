import { type EventWords, say } from '../event.ts'

export const bankEvents = {
  'bank.imported': say('money', '{actor} imported the bank statement {name}: {added} new lines'),
  'bank.columnsSaved': say('money', '{actor} chose the columns of bank statements in CSV'),
  'bank.confirmed': say(
    'money',
    '{actor} confirmed a bank transfer of {subject}',
    '{actor} booked their own bank transfer',
  ),
  'bank.undone': say(
    'money',
    '{actor} took back a bank transfer of {subject}',
    '{actor} undid the booking of their own bank transfer',
  ),
  'bank.ownAccountsForgotten': say(
    'money',
    'Payers were forgotten that had been remembered by an account of the space itself: {count}',
  ),
  'bank.ownAccountRemoved': say('money', '{actor} said that the account {name} is not the space’s own'),
  'bank.payerForgotten': say(
    'money',
    '{actor} removed an account that was remembered for {subject}',
    '{actor} removed an account that was remembered for them',
  ),
  'bank.setAside': say('money', '{actor} set a line of the bank statement aside: {reason}'),
  'bank.mandateGiven': say(
    'money',
    '{actor} recorded a mandate for {subject}',
    '{actor} gave a mandate for direct debits',
  ),
  'bank.mandateEnded': say(
    'money',
    '{actor} ended the mandate of {subject}',
    '{actor} ended their mandate for direct debits',
  ),
  'bank.debitsStarted': say('money', '{actor} announced the collection {name}'),
  'bank.debitsSent': say('money', '{actor} downloaded the collection {name} for the bank'),
  'bank.debitsCancelled': say('money', '{actor} called the collection {name} off'),
  'bank.debitsSettled': say('money', '{actor} booked the collection {name} as paid'),
  'bank.debitsUnsettled': say('money', '{actor} took back that the collection {name} was paid'),
  'bank.debitReturned': say(
    'money',
    'A direct debit of {subject} was sent back',
    'A direct debit of {subject} was sent back',
  ),
} as const satisfies Record<`${string}.${string}`, EventWords>
