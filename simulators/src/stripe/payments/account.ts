import type { Stripe } from 'stripe'
import { emptyAddress } from '../fields.ts'
import { operation, type StripePart, type StripeWorld } from '../part.ts'
import { invalidRequest } from '../refusals.ts'

const nothingDue: Stripe.Account.Requirements = {
  alternatives: [],
  current_deadline: null,
  currently_due: [],
  disabled_reason: null,
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

const settingsOf = (name: string): Stripe.Account.Settings => ({
  bacs_debit_payments: { display_name: null, service_user_number: null },
  branding: { icon: null, logo: null, primary_color: null, secondary_color: null },
  card_issuing: { tos_acceptance: { date: null, ip: null } },
  card_payments: {
    decline_on: { avs_failure: false, cvc_failure: true },
    statement_descriptor_prefix: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  dashboard: { display_name: name, timezone: 'Etc/UTC' },
  invoices: { default_account_tax_ids: null, hosted_payment_method_save: null },
  payments: {
    statement_descriptor: name.toUpperCase().slice(0, 22),
    statement_descriptor_kana: null,
    statement_descriptor_kanji: null,
    statement_descriptor_prefix_kana: null,
    statement_descriptor_prefix_kanji: null,
  },
  payouts: {
    debit_negative_balances: true,
    schedule: { delay_days: 2, interval: 'daily' },
    statement_descriptor: null,
  },
  sepa_debit_payments: {},
})

const accountOf = ({ account }: StripeWorld): Stripe.Account => ({
  id: account.id,
  object: 'account',
  business_profile: {
    annual_revenue: null,
    estimated_worker_count: null,
    mcc: '8398',
    minority_owned_business_designation: null,
    name: account.name,
    product_description: null,
    specified_commercial_transactions_act_url: null,
    support_address: emptyAddress,
    support_email: null,
    support_phone: null,
    support_url: null,
    url: null,
  },
  business_type: 'non_profit',
  capabilities: {
    card_payments: 'active',
    au_becs_debit_payments: 'active',
    sepa_debit_payments: 'active',
    transfers: 'active',
  },
  charges_enabled: true,
  controller: { type: 'account' },
  country: account.country,
  created: 1_700_000_000,
  default_currency: account.currency,
  details_submitted: true,
  email: 'treasurer@example.com',
  external_accounts: { object: 'list', data: [], has_more: false, url: `/v1/accounts/${account.id}/external_accounts` },
  future_requirements: nothingDue,
  metadata: {},
  payouts_enabled: true,
  requirements: nothingDue,
  settings: settingsOf(account.name),
  tos_acceptance: { date: null, ip: null, user_agent: null },
  type: 'standard',
})

export const accountPart: StripePart = {
  operations: [
    operation('GET', '/v1/account', 'AccountRetrieveCurrentParams', ({ world }) => accountOf(world)),
    operation('GET', '/v1/accounts/:id', 'AccountRetrieveParams', ({ world, path }) => {
      if (path['id'] === world.account.id) return accountOf(world)
      throw invalidRequest(
        `The provided key does not have access to account '${path['id']}' (or that account does not exist). Application access may have been revoked.`,
        { status: 403, code: 'account_invalid' },
      )
    }),
  ],
}
