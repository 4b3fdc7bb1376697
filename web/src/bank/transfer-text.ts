// On its own: members read these words on the page of their plan alone, so they come with it.

/** Words of how a member pays what they owe, but for cards. */
export const transferText = {
  transferText: 'Transfer the amount to this account. The reference tells us it’s yours.',
  amount: 'Amount',
  accountName: 'Account holder',
  accountNumber: 'Account',
  bic: 'BIC',
  bankName: 'Bank',
  reference: 'Reference',
  copyOf: 'Copy {{what}}',
  copied: 'Copied',
  transferTakes: 'A transfer takes one to three days. We email you when it has arrived.',
  codeLabel: 'QR code for a transfer of {{amount}}',
  codeText: 'Scan it with your banking app.',
  noBankText: 'Ask staff where to transfer the money to.',
  noBankContact: 'Ask staff where to transfer the money to: {{contact}}.',
  cashText: 'Bring {{amount}} in cash and pay at the desk.',
  cashAt: 'Bring {{amount}} in cash and pay at the desk: {{address}}.',
  invoiceText: 'We’ve emailed you an invoice. You can also transfer it here.',
  balanceText: 'We take {{amount}} from your {{balanceName}} balance, which is {{balance}}.',
  topUp: 'Top it up',
  debitText: 'We collect it from your bank account by direct debit. You don’t have to do anything.',
} as const
