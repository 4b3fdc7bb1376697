import type Stripe from 'stripe'
import { describeAmount, escapeHtml, pageHtml } from '../pages.ts'
import type { PageAnswer, StripePart, StripeWorld } from '../part.ts'
import { methodFromForm, mistake, paymentFields } from '../payments/payment-form.ts'
import { paymentMethods } from '../payments/payment-methods.ts'
import { StripeRefusal } from '../refusals.ts'
import { dayWords } from './amounts.ts'
import { attemptInvoice, intentOf, subscriptionOf } from './invoice-attempt.ts'
import { methodOf } from './invoice-finalize.ts'
import { invoices } from './tables.ts'

const titles: Record<string, string> = {
  paid: 'This invoice is paid',
  void: 'This invoice is void',
  uncollectible: 'This invoice was written off',
  draft: 'This invoice is not ready yet',
}

const linesOf = (invoice: Stripe.Invoice) => {
  const row = (text: string, amount: number) =>
    `<tr><td>${escapeHtml(text)}</td><td>${describeAmount(amount, invoice.currency)}</td></tr>`
  const off = invoice.subtotal - invoice.total
  const rows = invoice.lines.data.map((line) => row(line.description ?? 'Membership', line.amount))
  return `<table>${rows.join('')}${off === 0 ? '' : row('Discount', -off)}${row('Amount due', invoice.amount_due)}</table>`
}

const named = (method: Stripe.PaymentMethod) => {
  const last = method.card?.last4 ?? method.sepa_debit?.last4 ?? method.au_becs_debit?.last4 ?? ''
  return `${method.card ? 'card' : 'account'} ending in ${last}`
}

/** What has been kept is one button, and another card or account is a form. */
function payForms(world: StripeWorld, invoice: Stripe.Invoice, form?: URLSearchParams): string {
  const total = describeAmount(invoice.amount_remaining, invoice.currency)
  const intent = intentOf(world, invoice.id)
  const saved = world.store.find(paymentMethods, methodOf(world, invoice, subscriptionOf(world, invoice)))
  const again = saved
    ? `<form method="post"><input type="hidden" name="saved" value="${saved.id}"><button>Pay ${total} with the ${named(saved)}</button></form>`
    : ''
  return `${again}<form method="post" novalidate>${paymentFields(intent?.payment_method_types ?? ['card'], form)}<button class="${saved ? 'plain' : ''}">Pay ${total}</button></form>`
}

function show(
  world: StripeWorld,
  invoice: Stripe.Invoice,
  input: { form?: URLSearchParams; error?: string } = {},
): PageAnswer {
  const isOpen = invoice.status === 'open'
  const isOnItsWay = isOpen && intentOf(world, invoice.id)?.status === 'processing'
  const title = isOnItsWay
    ? 'Your payment is on its way'
    : (titles[invoice.status ?? ''] ?? `Pay ${describeAmount(invoice.amount_remaining, invoice.currency)}`)
  const about = `<p>${escapeHtml(world.account.name)}, invoice ${escapeHtml(invoice.number ?? '')} of ${dayWords(invoice.created)}</p>`
  const forms = isOpen && !isOnItsWay ? payForms(world, invoice, input.form) : ''
  const footer = invoice.footer === null ? '' : `<p>${escapeHtml(invoice.footer)}</p>`
  return { html: pageHtml({ title, body: `${about}${linesOf(invoice)}${mistake(input.error)}${forms}${footer}` }) }
}

function submit(world: StripeWorld, invoice: Stripe.Invoice, form: URLSearchParams): PageAnswer {
  const page = `${world.url}/i/${invoice.id}`
  try {
    const method = form.get('saved') ?? methodFromForm(world, form, { email: invoice.customer_email }).id
    attemptInvoice(world, invoice.id, {
      method,
      isOffSession: false,
      isAutomatic: false,
      isStrict: true,
      returnUrl: page,
    })
  } catch (error) {
    if (error instanceof StripeRefusal) return show(world, invoice, { form, error: error.message })
    throw error
  }
  const intent = intentOf(world, invoice.id)
  const bank = intent?.status === 'requires_action' ? intent.next_action?.redirect_to_url?.url : undefined
  if (bank) return { to: bank }
  const after = world.store.get(invoices, invoice.id)
  if (after.status === 'paid' || intent?.status === 'processing') return { to: page }
  return show(world, after, { form, error: intent?.last_payment_error?.message ?? 'Try again.' })
}

const invoiceAt = (world: StripeWorld, path: Record<string, string>) => world.store.get(invoices, path['id'] ?? '')

/** Where the payer was sent from their bank it says why, if it did not work. */
const refusalOf = (world: StripeWorld, invoice: Stripe.Invoice, query: URLSearchParams) =>
  query.get('redirect_status') === 'failed'
    ? (intentOf(world, invoice.id)?.last_payment_error?.message ?? 'Try again.')
    : undefined

export const invoicePagePart: StripePart = {
  pages: [
    {
      method: 'GET',
      path: '/i/:id',
      show: ({ world, path, query }) => {
        const invoice = invoiceAt(world, path)
        const error = refusalOf(world, invoice, query)
        return show(world, invoice, error === undefined ? {} : { error })
      },
    },
    { method: 'GET', path: '/i/:id/pdf', show: ({ world, path }) => show(world, invoiceAt(world, path)) },
    {
      method: 'POST',
      path: '/i/:id',
      show: ({ world, path, form }) => {
        const invoice = invoiceAt(world, path)
        return invoice.status === 'open' ? submit(world, invoice, form) : show(world, invoice)
      },
    },
  ],
}
