/** Words about machines and what they cost. */
export const interlocksText = {
  pricesTitle: 'Price and limits',
  pricesHint: 'Applies from the next use. Uses in progress keep the old price.',
  perSession: 'Each use',
  perHour: 'Each hour',
  perKwh: 'Each kWh',
  maxMinutes: 'Longest use, in minutes',
  maxMinutesHint:
    'The machine then switches off. Leave empty to let it go on; only the hours in the settings are then charged.',
  minBalance: 'Minimum balance',
  minBalanceHint: 'Members with less can’t start it. Leave empty for any balance.',
  amountWrong: 'Enter an amount such as 6 or 0.50.',
  minutesWrong: 'Enter a number of minutes, such as 90, or leave it empty.',
  example: 'An hour with 2 kWh costs {{amount}}.',
  free: 'It is free.',
  balanceOff: 'Prepaid balances are turned off in the settings, so this machine doesn’t start while it has a price.',
  maxCost: 'Maximum cost of one use',
  maxCostHint: 'The machine goes on and costs no more from there. Leave empty for the amount in the settings.',
  rated: 'Maximum power (kW)',
  ratedHint:
    'What the machine can draw. When its meter jumps by more, the use isn’t charged until staff decide. Leave empty for 15 kW.',
  ratedWrong: 'Enter a number of kW, such as 2 or 0.5, or leave it empty.',

  heldTitle: 'Uses that need a decision',
  heldHint: 'The meter jumped by more than the machine can draw. Members aren’t charged until you decide.',
  heldWhy:
    'The meter jumped by {{jump}} kWh, and the machine draws at most {{kw}} kW. Without that it used {{energy}} kWh.',
  heldRunning: 'Still in use. You can decide when it ends.',
  heldOwn: 'Another member of staff has to decide on this one.',
  heldOff: 'Prepaid balances are turned off, so nothing can be charged.',
  accept: 'Accept the reading, charge {{amount}}',
  reject: 'Ignore the jump, charge {{amount}}',
  acceptWhich: 'Accept the reading of {{machine}}, charge {{name}} {{amount}}',
  rejectWhich: 'Ignore the jump of {{machine}}, charge {{name}} {{amount}}',
  heldDone: '{{name}} was charged {{amount}}.',
}
