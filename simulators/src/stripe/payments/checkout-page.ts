import type { Stripe } from 'stripe'
import { describeAmount, escapeHtml, pageHtml } from '../pages.ts'
import type { PageAnswer, StripePart, StripeWorld } from '../part.ts'
import { StripeRefusal } from '../refusals.ts'
import { idOf } from '../store.ts'
import { checkoutSessions, sessionItems } from './checkout-sessions.ts'
import { customers } from './customers.ts'
import { confirmIntent } from './payment-attempt.ts'
import { mistake, methodFromForm, paymentFields } from './payment-form.ts'
import { newIntent, paymentIntents } from './payment-intents.ts'
import { confirmSetup, setupIntents } from './setup-intents.ts'

type OpenCheckout = Stripe.Checkout.Session
type AnyIntent = Stripe.PaymentIntent | Stripe.SetupIntent

const emailOf = (world: StripeWorld, session: OpenCheckout) =>
  world.store.find(customers, idOf(session.customer))?.email ?? session.customer_email

function showForm(
  world: StripeWorld,
  session: OpenCheckout,
  input: { form?: URLSearchParams; error?: string } = {},
): PageAnswer {
  const { form, error } = input
  const isSetup = session.mode === 'setup'
  const total = describeAmount(session.amount_total ?? 0, session.currency ?? world.account.currency)
  const items = world.store.get(sessionItems, session.id).items
  const rows = items.map(
    ({ description, quantity, amount_total: amount, currency }) =>
      `<tr><td>${escapeHtml(description ?? 'Payment')}${quantity === 1 ? '' : ` × ${quantity}`}</td><td>${describeAmount(amount, currency)}</td></tr>`,
  )
  const email = emailOf(world, session)
  const asksEmail =
    email === null
      ? `<label>Email<input name="email" type="email" autocomplete="email" required value="${escapeHtml(form?.get('email') ?? '')}"></label>`
      : `<p>${escapeHtml(email)}</p>`
  const cancel =
    session.cancel_url === null
      ? ''
      : `<p><a href="${escapeHtml(session.cancel_url)}">Back to ${escapeHtml(world.account.name)}</a></p>`
  const body = `<p>${escapeHtml(world.account.name)}</p>${isSetup ? '' : `<table>${rows.join('')}</table>`}${mistake(error)}
<form method="post" novalidate>${asksEmail}${paymentFields(session.payment_method_types, form)}<button>${isSetup ? 'Save' : `Pay ${total}`}</button></form>${cancel}`
  return { html: pageHtml({ title: isSetup ? 'Save how you pay' : `Pay ${total}`, body }) }
}

const successUrl = (session: OpenCheckout) =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id)

/** It is paid, or on its way, or kept: the payer goes back. */
function complete(world: StripeWorld, session: OpenCheckout, intent: AnyIntent): PageAnswer {
  if (session.status === 'open') {
    const isPaid = intent.object === 'payment_intent' && intent.status === 'succeeded'
    const done = world.store.update(checkoutSessions, session.id, {
      ...(isPaid && { payment_status: 'paid' }),
      status: 'complete',
      url: null,
    })
    world.clock.cancel(({ kind, data }) => kind === 'expire-checkout' && data['session'] === session.id)
    world.record('checkout.session.completed', done)
  }
  return { to: successUrl(session) }
}

function afterwards(
  world: StripeWorld,
  session: OpenCheckout,
  input: { intent: AnyIntent; form?: URLSearchParams },
): PageAnswer {
  const { intent, form } = input
  const bank = intent.next_action?.redirect_to_url?.url
  if (intent.status === 'requires_action' && bank) return { to: bank }
  if (intent.status === 'succeeded' || intent.status === 'processing') return complete(world, session, intent)
  const error = intent.object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error
  return showForm(world, session, { ...(form && { form }), error: error?.message ?? 'Try again.' })
}

/** A customer for a payer that the session does not know, where one is asked for. */
function payerOf(world: StripeWorld, session: OpenCheckout, form: URLSearchParams): OpenCheckout {
  const email = emailOf(world, session) ?? form.get('email')
  const details = session.customer_details
  return world.store.update(checkoutSessions, session.id, {
    customer_details: {
      address: null,
      business_name: null,
      individual_name: null,
      tax_exempt: 'none',
      tax_ids: null,
      phone: details?.phone ?? null,
      name: form.get('name') || (details?.name ?? null),
      email,
    },
  })
}

function intentFor(world: StripeWorld, session: OpenCheckout): Stripe.PaymentIntent {
  const known = world.store.find(paymentIntents, idOf(session.payment_intent))
  if (known) return known
  const { intentData } = world.store.get(sessionItems, session.id)
  const intent = newIntent(world, {
    amount: session.amount_total ?? 0,
    currency: session.currency ?? world.account.currency,
    customer: idOf(session.customer),
    description: intentData.description ?? null,
    ...(intentData.metadata && { metadata: intentData.metadata }),
    setupFutureUsage: intentData.setup_future_usage ?? null,
    receiptEmail: intentData.receipt_email ?? null,
    statementDescriptor: intentData.statement_descriptor ?? null,
    statementSuffix: intentData.statement_descriptor_suffix ?? null,
    transferGroup: intentData.transfer_group ?? null,
    allowedTypes: session.payment_method_types,
  })
  world.store.update(checkoutSessions, session.id, { payment_intent: intent.id })
  return intent
}

function submit(world: StripeWorld, given: OpenCheckout, form: URLSearchParams): PageAnswer {
  const returnUrl = `${world.url}/c/pay/${given.id}/return`
  try {
    const method = methodFromForm(world, form, { email: emailOf(world, given) ?? form.get('email') })
    const session = payerOf(world, given, form)
    const setup = idOf(session.setup_intent)
    const intent =
      setup === null
        ? confirmIntent(world, intentFor(world, session).id, { paymentMethod: method.id, returnUrl })
        : confirmSetup(world, setup, { paymentMethod: method.id, returnUrl })
    return afterwards(world, session, { intent, form })
  } catch (error) {
    if (error instanceof StripeRefusal) return showForm(world, given, { form, error: error.message })
    throw error
  }
}

function shut(world: StripeWorld, session: OpenCheckout): PageAnswer {
  if (session.status === 'complete') return { to: successUrl(session) }
  const back = session.cancel_url ?? session.success_url ?? world.url
  const body = `<p>This page was open for a day.</p><p><a href="${escapeHtml(back)}">Go back and begin again</a></p>`
  return { html: pageHtml({ title: 'This page has expired', body }), status: 410 }
}

const page = (
  path: string,
  show: (world: StripeWorld, session: OpenCheckout) => PageAnswer,
): NonNullable<StripePart['pages']>[number] => ({
  method: 'GET',
  path,
  show: ({ world, path: names }) => {
    const session = world.store.get(checkoutSessions, names['id'] ?? '')
    return session.status === 'open' ? show(world, session) : shut(world, session)
  },
})

/** A debit that was on its way when the payer left was paid, or came back. */
const settle =
  (type: 'checkout.session.async_payment_succeeded' | 'checkout.session.async_payment_failed') =>
  (world: StripeWorld, object: object) => {
    const id = 'id' in object ? String(object.id) : ''
    for (const session of world.store.by(checkoutSessions, 'payment_intent', id)) {
      if (session.status !== 'complete' || session.payment_status !== 'unpaid') continue
      const isPaid = type === 'checkout.session.async_payment_succeeded'
      const settled = isPaid ? world.store.update(checkoutSessions, session.id, { payment_status: 'paid' }) : session
      world.record(type, settled)
    }
  }

export const checkoutPagePart: StripePart = {
  pages: [
    page('/c/pay/:id', (world, session) => showForm(world, session)),
    page('/c/pay/:id/return', (world, session) => {
      const setup = world.store.find(setupIntents, idOf(session.setup_intent))
      const intent = setup ?? world.store.get(paymentIntents, idOf(session.payment_intent) ?? '')
      return afterwards(world, session, { intent })
    }),
    {
      method: 'POST',
      path: '/c/pay/:id',
      show: ({ world, path, form }) => {
        const session = world.store.get(checkoutSessions, path['id'] ?? '')
        return session.status === 'open' ? submit(world, session, form) : shut(world, session)
      },
    },
  ],
  listeners: {
    'payment_intent.succeeded': settle('checkout.session.async_payment_succeeded'),
    'payment_intent.payment_failed': settle('checkout.session.async_payment_failed'),
  },
}
