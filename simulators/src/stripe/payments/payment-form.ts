import type { Stripe } from 'stripe'
import { escapeHtml } from '../pages.ts'
import type { StripeWorld } from '../part.ts'
import { StripeRefusal } from '../refusals.ts'
import { newMethod, type GivenMethod } from './payment-methods.ts'

const names: Record<string, string> = {
  card: 'Card',
  au_becs_debit: 'BECS direct debit',
  sepa_debit: 'SEPA direct debit',
}

type FormField = { name: string; label: string; value: string; autocomplete?: string; mode?: string; hint?: string }

const field = ({ name, label, value, autocomplete = 'off', mode = 'text', hint = '' }: FormField) =>
  `<label>${label}<input name="${name}" value="${escapeHtml(value)}" autocomplete="${autocomplete}" inputmode="${mode}" placeholder="${hint}"></label>`

const tried = `<details><summary>Numbers for trying out</summary><ul class="note">
<li>4242 4242 4242 4242 pays</li><li>4000 0025 0000 3155 asks your bank once</li><li>4000 0027 6000 3184 asks your bank every time</li>
<li>4000 0000 0000 9995 has no money</li><li>4000 0000 0000 0341 is kept, and refused when it is charged</li>
<li>BSB 000000, account 000123456 pays, 222222227 comes back</li>
<li>DE89 3704 0044 0532 0130 00 pays, DE62 3704 0044 0532 0130 01 comes back</li></ul></details>`

/** The fields of a form that asks for a card or an account. What was typed stays, but for the security code. */
export function paymentFields(types: readonly string[], form: URLSearchParams = new URLSearchParams()): string {
  const of = (name: string) => form.get(name) ?? ''
  const [first = 'card'] = types
  const chosen = types.includes(of('type')) ? of('type') : first
  const choices = types.map(
    (type) =>
      `<label class="choice"><input type="radio" name="type" value="${type}"${type === chosen ? ' checked' : ''}>${names[type] ?? type}</label>`,
  )
  const number = field({
    name: 'number',
    label: 'Card number',
    value: of('number'),
    autocomplete: 'cc-number',
    mode: 'numeric',
    hint: '1234 1234 1234 1234',
  })
  const expiry = { name: 'expiry', label: 'Expiry', value: of('expiry'), autocomplete: 'cc-exp', hint: 'MM / YY' }
  const cvc = { name: 'cvc', label: 'CVC', value: '', autocomplete: 'cc-csc', mode: 'numeric', hint: '123' }
  const kinds: Record<string, string> = {
    card: `${number}<div class="row">${field({ ...expiry, mode: 'numeric' })}${field(cvc)}</div>`,
    au_becs_debit: `<div class="row">${field({ name: 'bsb', label: 'BSB', value: of('bsb'), mode: 'numeric', hint: '000000' })}${field({ name: 'account', label: 'Account number', value: of('account'), mode: 'numeric' })}</div>`,
    sepa_debit: field({ name: 'iban', label: 'IBAN', value: of('iban') }),
  }
  const sets = types.map((type) => `<fieldset class="kind ${type}">${kinds[type] ?? ''}</fieldset>`)
  const name = field({ name: 'name', label: 'Name', value: of('name'), autocomplete: 'name' })
  return `<fieldset><legend hidden>Pay by</legend>${choices.join('')}</fieldset>${sets.join('')}${name}${tried}`
}

/** What a person is told about what went wrong. */
export const mistake = (text: string | null | undefined): string =>
  text ? `<p class="error" role="alert">${escapeHtml(text)}</p>` : ''

const yearOf = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

function givenOf(form: URLSearchParams, billing: Stripe.PaymentMethodCreateParams.BillingDetails): GivenMethod {
  const plain = (name: string) => (form.get(name) ?? '').replaceAll(/[\s-]/g, '')
  const type = form.get('type')
  if (type === 'sepa_debit') return { iban: plain('iban').toUpperCase(), billing }
  if (type === 'au_becs_debit') return { becs: { bsb: plain('bsb'), account: plain('account') }, billing }
  const [, month = '', year = ''] = /^(\d{1,2})\/?(\d{4}|\d{2})$/.exec(plain('expiry')) ?? []
  const cvc = plain('cvc')
  if (month === '' || cvc === '')
    throw new StripeRefusal(402, {
      type: 'card_error',
      message: month === '' ? "Your card's expiration date is incomplete." : "Your card's security code is incomplete.",
    })
  return { card: { number: plain('number'), expMonth: Number(month), expYear: yearOf(year), cvc }, billing }
}

/** The payment method that a form describes. What is wrong with it is thrown, in words for the payer. */
export const methodFromForm = (
  world: StripeWorld,
  form: URLSearchParams,
  billing: { email?: string | null } = {},
): Stripe.PaymentMethod => newMethod(world, givenOf(form, { email: billing.email ?? '', name: form.get('name') ?? '' }))
