// On its own: the words of the other pages about money come with them.
/** What the dashboard and the menu say of the prepaid balance. */
export const balanceText = {
  titleBalance: '{{balanceName}}',
  transactions: 'Transactions',
  youOwe: 'You owe {{amount}}. Top up to pay it.',
  little: 'That’s not much. Top up before you need it.',
  seeTransactions: 'See transactions',
  topUp: 'Top up',
}
