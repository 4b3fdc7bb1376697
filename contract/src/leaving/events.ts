import { type EventWords, say } from '../event.ts'

export const leavingEvents = {
  'leaving.began': say('standing', 'The checklist for leaving began for {subject}'),
  'leaving.begun': say('standing', '{actor} started the checklist for leaving for {subject}'),
  'leaving.stepDone': say('standing', 'Leaving of {subject}: {step}. {words}'),
  'leaving.stepFailed': say('standing', 'Leaving of {subject}: {step} failed'),
  'leaving.stepSkipped': say('standing', '{actor} skipped {step} in the checklist for leaving of {subject}'),
  'leaving.stepMarked': say('standing', '{actor} marked {step} as done in the checklist for leaving of {subject}'),
  'leaving.paused': say('standing', '{actor} stopped the checklist for leaving of {subject}'),
  'leaving.resumed': say('standing', '{actor} let the checklist for leaving of {subject} go on'),
  'leaving.returned': say('standing', '{subject} came back, so the checklist for leaving ended'),
  // Under the name of balances, whose events are kept as long as the books.
  'memberbucks.refundAsked': say(
    'money',
    '{subject} asked for their balance back',
    '{subject} asked for their balance back',
  ),
  'memberbucks.refundWithdrawn': say(
    'money',
    '{subject} no longer wants their balance back',
    '{subject} no longer wants their balance back',
  ),
  'memberbucks.refundPaid': say('money', '{actor} paid the balance back to {subject}'),
  'memberbucks.refundDeclined': say('money', '{actor} declined to pay the balance back to {subject}: {reason}'),
  'leaving.refundsExported': say('exports', '{actor} exported {count} balances to pay back'),
} as const satisfies Record<`${string}.${string}`, EventWords>
