import { z } from 'zod'
import { setting, type Setting } from '../setting.ts'
import { AccountCodes } from './shapes.ts'

const whole = (least: number, most: number, words: string) => z.number().int(words).min(least, words).max(most)

export const booksSettings = {
  BOOK_ACCOUNT_CODES: setting(
    'payments',
    'Account codes',
    AccountCodes,
    { accounts: {}, plans: {} },
    'What the accounts are called in your accounting software. Change them under Books.',
  ),
  BOOK_YEAR_STARTS: setting(
    'payments',
    'First month of the financial year',
    whole(1, 12, 'A month from 1 to 12.'),
    1,
    'From 1 for January to 12 for December. DATEV and SIE files name the year.',
  ),
  DATEV_CONSULTANT: setting(
    'payments',
    'DATEV consultant number',
    whole(1001, 9_999_999, 'A number from 1001 to 9999999.'),
    1001,
    'The Beraternummer your tax adviser gave you, for DATEV files.',
  ),
  DATEV_CLIENT: setting(
    'payments',
    'DATEV client number',
    whole(1, 99_999, 'A number from 1 to 99999.'),
    1,
    'The Mandantennummer your tax adviser gave you, for DATEV files.',
  ),
} satisfies Record<string, Setting>
