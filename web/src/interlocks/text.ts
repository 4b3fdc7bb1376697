/** Words about machines and what they cost. */
export const interlocksText = {
  pricesTitle: 'Price and limits',
  pricesHint: 'Applies from the next use. Uses in progress keep the old price.',
  perSession: 'Each use',
  perHour: 'Each hour',
  perKwh: 'Each kWh',
  maxMinutes: 'Longest use, in minutes',
  maxMinutesHint: 'The machine then switches off. Leave empty for no limit.',
  minBalance: 'Minimum balance',
  minBalanceHint: 'Members with less can’t start it. Leave empty for any balance.',
  amountWrong: 'Enter an amount such as 6 or 0.50.',
  minutesWrong: 'Enter a number of minutes from 1 to 10080, or leave it empty.',
  example: 'An hour with 2 kWh costs {{amount}}.',
  free: 'It is free.',
}
