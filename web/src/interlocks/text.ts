/** Words about machines and what they cost. */
export const interlocksText = {
  pricesTitle: 'Price and limits',
  pricesHint: 'From the next use on. What was begun costs what it did when it began.',
  perSession: 'Each use',
  perHour: 'Each hour',
  perKwh: 'Each kWh',
  maxMinutes: 'Longest use, in minutes',
  maxMinutesHint: 'The machine switches off after it. Empty: no limit.',
  minBalance: 'Balance it asks for',
  minBalanceHint: 'With less nobody can start it. Empty: any balance will do.',
  amountWrong: 'Enter an amount such as 6 or 0.50.',
  minutesWrong: 'Enter a number of minutes from 1 to 10080, or nothing.',
  example: 'An hour with 2 kWh costs {{amount}}.',
  free: 'It is free.',
}
