import type { Stripe } from 'stripe'
import { describeAmount, escapeHtml, pageHtml } from '../pages.ts'
import type { StripePart } from '../part.ts'
import { idOf } from '../store.ts'
import { charges } from './charges.ts'
import { mandates } from './mandates.ts'
import { paymentMethods } from './payment-methods.ts'

const day = (seconds: number) =>
  new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(seconds * 1_000)

/** How it was paid, as far as a receipt says it. */
const describeMethod = (method: Pick<Stripe.PaymentMethod, 'card' | 'sepa_debit' | 'au_becs_debit'>) => {
  const { card, sepa_debit: sepa, au_becs_debit: becs } = method
  if (card) return `${card.brand} ending in ${card.last4}`
  return `account ending in ${sepa?.last4 ?? becs?.last4 ?? ''}`
}

const rows = (facts: [name: string, value: string][]) =>
  `<table>${facts.map(([name, value]) => `<tr><td>${name}</td><td>${escapeHtml(value)}</td></tr>`).join('')}</table>`

/** What a payment's `receipt_url` and a mandate's `url` lead to. */
export const receiptPart: StripePart = {
  pages: [
    {
      method: 'GET',
      path: '/receipts/:id',
      show: ({ world, path }) => {
        const charge = world.store.get(charges, path['id'] ?? '')
        const method = world.store.find(paymentMethods, charge.payment_method)
        const facts: [string, string][] = [
          ['Amount', describeAmount(charge.amount, charge.currency)],
          ['Paid', day(charge.created)],
          ['With', method ? describeMethod(method) : ''],
          ['Refunded', describeAmount(charge.amount_refunded, charge.currency)],
        ]
        return { html: pageHtml({ title: `Receipt from ${world.account.name}`, body: rows(facts) }) }
      },
    },
    {
      method: 'GET',
      path: '/mandates/:id',
      show: ({ world, path }) => {
        const mandate = world.store.get(mandates, path['id'] ?? '')
        const method = world.store.find(paymentMethods, idOf(mandate.payment_method))
        const facts: [string, string][] = [
          ['Account', method ? describeMethod(method) : ''],
          ['Accepted', day(mandate.customer_acceptance.accepted_at ?? 0)],
          ['Now', mandate.status],
        ]
        return { html: pageHtml({ title: `Direct debit for ${world.account.name}`, body: rows(facts) }) }
      },
    },
  ],
}
