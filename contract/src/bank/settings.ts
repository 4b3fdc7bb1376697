import { z } from 'zod'
import { guarded, keepDays, Line, Name, setting, type Setting } from '../setting.ts'
import { bareAccount, isBic, isCreditorId, isIban, looksLikeIban } from './account-numbers.ts'
import { debitSchemeWords, painVersions } from './words.ts'

const AccountNumber = z
  .string()
  .trim()
  .max(60)
  .refine(
    (text) => text === '' || bareAccount(text).length >= 4,
    'An account number such as DE89 3704 0044 0532 0130 00 or 062-000 12345678.',
  )
  .refine(
    (text) => !looksLikeIban(text) || isIban(text),
    'This IBAN isn’t right: its check digits or its length don’t fit.',
  )

const optional = (isRight: (text: string) => boolean, message: string) =>
  z
    .string()
    .trim()
    .max(50)
    .refine((text) => text === '' || isRight(text), message)

export const bankSettings = {
  BANK_ACCOUNT_NAME: guarded('payments', 'Account holder', Line, '', 'Who members make bank transfers out to.'),
  BANK_ACCOUNT_NUMBER: guarded(
    'payments',
    'Account number',
    AccountNumber,
    '',
    'The IBAN, or the branch and account number, that members transfer money to. Empty means no bank transfers.',
  ),
  BANK_BIC: guarded(
    'payments',
    'BIC',
    optional(isBic, 'A BIC such as COBADEFFXXX.'),
    '',
    'Your bank’s BIC, if transfers need it.',
  ),
  BANK_NAME: guarded('payments', 'Name of the bank', Line, '', 'Shown beside the account number.'),
  BANK_ALIAS: guarded(
    'payments',
    'Payment address',
    Line,
    '',
    'An address that banking apps pay to in place of the account number, such as a PayID. Members read it beside the account.',
  ),
  BANK_ALIAS_NAME: guarded(
    'payments',
    'Name of the payment address',
    Name,
    'PayID',
    'What it is called where you are, such as PayID, Pix, Swish or Bizum.',
  ),
  BANK_RECEIPTS: setting(
    'payments',
    'Email when a transfer arrives',
    z.boolean(),
    true,
    'Members get an email when their bank transfer is booked.',
  ),
  DEBIT_SCHEME: {
    ...guarded(
      'payments',
      'Direct debit',
      z.enum(['none', 'sepa', 'becs']),
      'none',
      'How dues are collected from accounts whose members gave a mandate.',
    ),
    choices: debitSchemeWords,
  },
  DEBIT_CREDITOR_ID: guarded(
    'payments',
    'Creditor identifier',
    optional(isCreditorId, 'A creditor identifier such as DE98ZZZ09999999999.'),
    '',
    'For SEPA direct debits. Your central bank gives you one.',
  ),
  DEBIT_PAIN_VERSION: setting(
    'payments',
    'Version of SEPA files',
    z.enum(painVersions),
    'pain.008.001.08',
    'Which files your bank accepts. Most have required the newer one since November 2023.',
  ),
  DEBIT_ABA_USER_ID: guarded(
    'payments',
    'Direct entry user ID',
    optional((text) => /^\d{6}$/.test(text), 'Six digits.'),
    '',
    'For ABA files. Your bank gives you one.',
  ),
  DEBIT_ABA_BANK: guarded(
    'payments',
    'Bank’s abbreviation',
    optional((text) => /^[A-Z]{3}$/.test(text), 'Three capital letters, such as CBA.'),
    '',
    'For ABA files: the three letters your bank is known by, such as CBA, WBC, NAB or ANZ.',
  ),
  DEBIT_NOTICE_DAYS: setting(
    'payments',
    'Notice before a direct debit',
    z.number().int('A number of whole days.').min(1, 'At least 1.').max(60),
    14,
    'How many days before a debit we email the member. SEPA requires 14 unless you agreed on fewer.',
  ),
  KEEP_BANK_LINES_DAYS: keepDays('Bank statements', {
    least: 365,
    usual: 3650,
    help: 'Names, account numbers and texts on lines of imported bank statements. Amounts and what they paid stay, because books must add up.',
  }),
} satisfies Record<string, Setting>
