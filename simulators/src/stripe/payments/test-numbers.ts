/** Why a bank says no, in the words of the API. */
export type DeclineReason = { code: string; decline_code?: string; message: string; advice_code?: string }

export type TestCard = {
  brand: 'visa' | 'mastercard' | 'amex'
  funding: 'credit' | 'debit'
  /** When the bank wants to see the payer: `unlessSetUp` until it did once, `oneTime` only when the payer is there. */
  authentication: 'never' | 'unlessSetUp' | 'always' | 'oneTime'
  /** Refused already when it is kept for later. */
  refusedAtSetup: DeclineReason | null
  /** Refused when it is charged. */
  refusedAtCharge: DeclineReason | null
  dispute: 'fraudulent' | 'product_not_received' | null
  failsRefunds: boolean
}

const declined = (decline_code: string, message: string, advice_code?: string): DeclineReason => ({
  code: 'card_declined',
  decline_code,
  message,
  ...(advice_code !== undefined && { advice_code }),
})
const generic = declined('generic_decline', 'Your card was declined.', 'try_again_later')
const poor = declined('insufficient_funds', 'Your card has insufficient funds.', 'try_again_later')

const usual: TestCard = {
  brand: 'visa',
  funding: 'credit',
  authentication: 'never',
  refusedAtSetup: null,
  refusedAtCharge: null,
  dispute: null,
  failsRefunds: false,
}
const card = (special: Partial<TestCard> = {}): TestCard => ({ ...usual, ...special })
const refused = (reason: DeclineReason) => card({ refusedAtSetup: reason, refusedAtCharge: reason })

/** Stripe's test cards; any other number with a right check digit is an ordinary card. */
const testCards: Record<string, TestCard> = {
  '4242424242424242': card(),
  '4000056655665556': card({ funding: 'debit' }),
  '5555555555554444': card({ brand: 'mastercard' }),
  '378282246310005': card({ brand: 'amex' }),
  '4000002500003155': card({ authentication: 'unlessSetUp' }),
  '4000002760003184': card({ authentication: 'always' }),
  '4000000000003220': card({ authentication: 'always' }),
  '4000003800000446': card({ authentication: 'oneTime' }),
  '4000008260003178': card({ authentication: 'unlessSetUp', refusedAtCharge: poor }),
  '4000000000000002': refused(generic),
  '4000000000009995': refused(poor),
  '4000000000000069': refused({
    code: 'expired_card',
    decline_code: 'expired_card',
    message: 'Your card has expired.',
    advice_code: 'do_not_try_again',
  }),
  '4000000000000127': refused({
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
  }),
  '4000000000000119': refused({
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
    advice_code: 'try_again_later',
  }),
  '4000000000009987': refused(declined('lost_card', 'Your card was declined.', 'do_not_try_again')),
  '4000000000009979': refused(declined('stolen_card', 'Your card was declined.', 'do_not_try_again')),
  '4000000000000341': card({ refusedAtCharge: generic }),
  '4000000000000259': card({ dispute: 'fraudulent' }),
  '4000000000002685': card({ dispute: 'product_not_received' }),
  '4000000000005126': card({ failsRefunds: true }),
}

/** Payment methods that Stripe keeps ready for tests, by the number behind them. */
export const cardTokens: Record<string, string> = {
  pm_card_visa: '4242424242424242',
  pm_card_visa_debit: '4000056655665556',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequiredSetupForOffSession: '4000003800000446',
  pm_card_authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  pm_card_threeDSecure2Required: '4000000000003220',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_visa_chargeDeclined: '4000000000000002',
  pm_card_visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeDeclinedLostCard: '4000000000009987',
  pm_card_chargeDeclinedStolenCard: '4000000000009979',
  pm_card_createDispute: '4000000000000259',
  pm_card_createDisputeProductNotReceived: '4000000000002685',
  pm_card_refundFail: '4000000000005126',
}

const sum = (digits: string) =>
  digits
    .split('')
    .toReversed()
    .reduce((total, digit, at) => {
      const value = Number(digit) * (at % 2 === 1 ? 2 : 1)
      return total + (value > 9 ? value - 9 : value)
    }, 0)

/** What a number of a card stands for; nothing if its check digit is wrong. */
export const testCardOf = (number: string): TestCard | undefined => {
  const known = testCards[number]
  if (known || !/^\d{13,19}$/.test(number) || sum(number) % 10 !== 0) return known
  const brand =
    number.startsWith('34') || number.startsWith('37') ? 'amex' : /^(5|2)/.test(number) ? 'mastercard' : 'visa'
  return card({ brand })
}

export type TestAccount = {
  /** Fails some days later, with this reason. */
  fails: { code: string; message: string } | null
  isDisputed: boolean
}

const failing = (code: string, message: string): TestAccount => ({ fails: { code, message }, isDisputed: false })
const disputed: TestAccount = { fails: null, isDisputed: true }
const bounced = failing('insufficient_funds', "The customer's account has insufficient funds to cover this payment.")

/** Accounts for tests of SEPA direct debit (by IBAN) and BECS direct debit (by account number). Others pay. */
const testAccounts: Record<string, TestAccount> = {
  DE62370400440532013001: failing(
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  DE78370400440532013004: failing(
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  DE65370400440002222227: bounced,
  DE35370400440532013002: disputed,
  AT861904300235473202: failing(
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  '111111113': failing('account_closed', "The customer's bank account has been closed."),
  '111111116': failing('no_account', 'The bank account could not be located.'),
  '222222227': bounced,
  '922222227': bounced,
  '333333335': failing(
    'debit_not_authorized',
    'The customer has notified their bank that this payment was unauthorized.',
  ),
  '666666660': disputed,
}

export const testAccountOf = (number: string): TestAccount => testAccounts[number] ?? { fails: null, isDisputed: false }

/** Modulo 97, as every IBAN's check digits are made. */
export const isIban = (iban: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return false
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replaceAll(
    /[A-Z]/g,
    (letter) => `${Number.parseInt(letter, 36)}`,
  )
  return digits.split('').reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0) === 1
}
