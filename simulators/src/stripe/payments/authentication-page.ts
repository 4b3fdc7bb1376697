import type { Stripe } from 'stripe'
import { describeAmount, escapeHtml, pageHtml } from '../pages.ts'
import type { PageAnswer, StripePart, StripeWorld } from '../part.ts'
import { endAuthentication } from './payment-attempt.ts'
import { intentNoteOf, paymentIntents } from './payment-intents.ts'
import { endSetupAuthentication, setupIntents } from './setup-intents.ts'

type ConfirmedIntent = Stripe.PaymentIntent | Stripe.SetupIntent

const isSetup = (intent: ConfirmedIntent): intent is Stripe.SetupIntent => intent.object === 'setup_intent'

const intentOf = (world: StripeWorld, id: string): ConfirmedIntent =>
  world.store.find(setupIntents, id) ?? world.store.get(paymentIntents, id)

const returnUrlOf = (world: StripeWorld, intent: ConfirmedIntent): string | null =>
  isSetup(intent) ? (intent.next_action?.redirect_to_url?.return_url ?? null) : intentNoteOf(world, intent.id).returnUrl

/** Where the payer goes back to, with what came of it. */
function backTo(url: string, intent: ConfirmedIntent): string {
  const name = isSetup(intent) ? 'setup_intent' : 'payment_intent'
  const address = new URL(url)
  address.searchParams.set(name, intent.id)
  address.searchParams.set(`${name}_client_secret`, intent.client_secret ?? '')
  address.searchParams.set('redirect_status', intent.status === 'requires_payment_method' ? 'failed' : 'succeeded')
  return address.href
}

const ended = (intent: ConfirmedIntent): PageAnswer => ({
  html: pageHtml({
    title: intent.status === 'requires_payment_method' ? 'Not authenticated' : 'Done',
    body: '<p>You can close this page.</p>',
  }),
})

function ask(intent: ConfirmedIntent): PageAnswer {
  const what = isSetup(intent)
    ? 'Your bank asks whether this card may be kept for later payments.'
    : `Your bank asks whether you are paying ${describeAmount(intent.amount, intent.currency)}.`
  const button = (result: string, text: string, kind: string) =>
    `<button name="result" value="${result}" class="${kind}">${text}</button>`
  const buttons = `${button('complete', 'Complete authentication', '')}${button('fail', 'Fail authentication', 'plain')}`
  const body = `<p>${escapeHtml(what)}</p><form method="post">${buttons}</form>`
  return { html: pageHtml({ title: 'Your bank', body }) }
}

export const authenticationPart: StripePart = {
  pages: [
    {
      method: 'GET',
      path: '/3ds/:id',
      show: ({ world, path }) => {
        const intent = intentOf(world, path['id'] ?? '')
        return intent.status === 'requires_action' ? ask(intent) : ended(intent)
      },
    },
    {
      method: 'POST',
      path: '/3ds/:id',
      show: ({ world, path, form }) => {
        const intent = intentOf(world, path['id'] ?? '')
        const returnUrl = returnUrlOf(world, intent)
        const isSeen = form.get('result') === 'complete'
        const done = isSetup(intent)
          ? endSetupAuthentication(world, intent.id, isSeen)
          : endAuthentication(world, intent.id, isSeen)
        return returnUrl === null ? ended(done) : { to: backTo(returnUrl, done) }
      },
    },
  ],
}
