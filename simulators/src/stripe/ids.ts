import { randomBytes } from 'node:crypto'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Letters and digits, as Stripe's ids have them. */
export const randomLetters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => letters[byte % letters.length]).join('')

/** `cus_` and the like have 14 letters, those of payments begin with a digit and have 24. */
const long = new Set([
  'pi_',
  'ch_',
  'py_',
  're_',
  'pyr_',
  'seti_',
  'setatt_',
  'pm_',
  'txn_',
  'evt_',
  'in_',
  'sub_',
  'il_',
  'ii_',
])

export const newId = (prefix: string): string => {
  if (prefix === 'cs_test_') return `cs_test_a1${randomLetters(58)}`
  return long.has(prefix) ? `${prefix}3${randomLetters(23)}` : `${prefix}${randomLetters(14)}`
}

/** What a page in a browser may show, that has an intent and not the secret key. */
export const newClientSecret = (id: string) => `${id}_secret_${randomLetters(25)}`
