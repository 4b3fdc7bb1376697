// On its own: members read these, and the other words only staff.

/** Words about a member's own mandate. */
export const mandateText = {
  mandateTitle: 'Direct debit',
  mandateOffer: 'Let {{creditor}} collect your dues from your bank account. We email you before each debit.',
  mandateGive: 'Set up direct debit',
  mandateReplace: 'Use another account',
  mandateInForce: 'Your dues are collected from {{account}}',
  mandateFacts: 'Account holder {{holder}}, mandate {{reference}}, given on {{day}}.',
  mandateNotice_one: 'We email you at least one day before each debit.',
  mandateNotice_other: 'We email you at least {{count}} days before each debit.',
  mandateEnd: 'End the mandate',
  mandateEndTitle: 'End your mandate for direct debits?',
  mandateEndText:
    'Nothing more is collected from {{account}}, except what is with your bank already. You pay your dues another way from then on.',
  mandateEnded: 'The mandate has ended',
  mandateGiven: 'Your dues are collected from {{account}} from now on',
  mandateHolder: 'Account holder',
  mandateIban: 'IBAN',
  mandateIbanHint: 'Such as DE89 3704 0044 0532 0130 00',
  mandateBsb: 'BSB and account number',
  mandateBsbHint: 'Such as 062-000 12345678',
  mandateAgree: 'I have read this and give the mandate',
  mandateHeading: 'What you agree to',
} as const
