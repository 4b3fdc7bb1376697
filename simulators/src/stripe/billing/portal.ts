import type Stripe from 'stripe'
import { pageOf } from '../lists.ts'
import { escapeHtml, pageHtml } from '../pages.ts'
import { operation, type PageAnswer, type StripePart, type StripeWorld } from '../part.ts'
import { getCustomer, updateCustomer, customers } from '../payments/customers.ts'
import { methodFromForm, mistake, paymentFields } from '../payments/payment-form.ts'
import { methodTypesFor } from '../payments/payment-intents.ts'
import { confirmSetup, newSetup, setupIntents } from '../payments/setup-intents.ts'
import { invalidRequest, StripeRefusal } from '../refusals.ts'
import { idOf } from '../store.ts'
import { portalConfigurations, portalSessions } from './tables.ts'

type Session = Stripe.BillingPortal.Session
type FlowData = Stripe.BillingPortal.SessionCreateParams.FlowData

/** What members may do there, as an account has it at first. */
function configurationOf(world: StripeWorld, id: string | undefined): Stripe.BillingPortal.Configuration {
  const { store } = world
  if (id !== undefined) return store.get(portalConfigurations, id, 'configuration')
  const usual = store.all(portalConfigurations).find(({ is_default }) => is_default)
  if (usual) return usual
  const created = world.clock.seconds()
  return store.insert(portalConfigurations, {
    id: store.newId(portalConfigurations),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
    created,
    default_return_url: null,
    features: {
      customer_update: { allowed_updates: [], enabled: false },
      invoice_history: { enabled: true },
      payment_method_update: { enabled: true, payment_method_configuration: null },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: true,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: {},
    name: null,
    updated: created,
  })
}

function flowOf(data: FlowData | undefined): Stripe.BillingPortal.Session.Flow | null {
  if (!data) return null
  if (data.type !== 'payment_method_update')
    throw invalidRequest(`The stand-in's portal shows payment_method_update, not ${data.type}.`, {
      param: 'flow_data[type]',
    })
  const after = data.after_completion
  return {
    after_completion: {
      hosted_confirmation: after?.hosted_confirmation
        ? { custom_message: after.hosted_confirmation.custom_message ?? null }
        : null,
      redirect: after?.redirect ? { return_url: after.redirect.return_url } : null,
      type: after?.type ?? 'portal_homepage',
    },
    customer_update: null,
    subscription_cancel: null,
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: null,
    type: 'payment_method_update',
  }
}

function createSession(world: StripeWorld, params: Stripe.BillingPortal.SessionCreateParams): Session {
  if (params.customer === undefined)
    throw invalidRequest('Missing required param: customer.', { param: 'customer', code: 'parameter_missing' })
  const customer = getCustomer(world, params.customer, 'customer')
  const id = world.store.newId(portalSessions)
  return world.store.insert(portalSessions, {
    id,
    object: 'billing_portal.session',
    after_expiration: null,
    configuration: configurationOf(world, params.configuration).id,
    created: world.clock.seconds(),
    customer: customer.id,
    customer_account: null,
    flow: flowOf(params.flow_data),
    livemode: false,
    locale: params.locale ?? null,
    on_behalf_of: null,
    return_url: params.return_url ?? null,
    url: `${world.url}/p/session/${id}`,
  })
}

function showForm(
  world: StripeWorld,
  session: Session,
  input: { form?: URLSearchParams; error?: string } = {},
): PageAnswer {
  const customer = getCustomer(world, session.customer, 'customer')
  const types = methodTypesFor(customer.currency ?? world.account.currency)
  const back =
    session.return_url === null
      ? ''
      : `<p><a href="${escapeHtml(session.return_url)}">Back to ${escapeHtml(world.account.name)}</a></p>`
  const body = `<p>${escapeHtml(customer.email ?? customer.name ?? '')}</p>${mistake(input.error)}
<form method="post" novalidate>${paymentFields(types, input.form)}<button>Save</button></form>${back}`
  return { html: pageHtml({ title: 'How you pay', body }) }
}

/** It pays from now on what nothing else is set for. The link leads here no more. */
function finish(world: StripeWorld, session: Session, method: string): PageAnswer {
  const { invoice_settings: before } = world.store.get(customers, session.customer)
  updateCustomer(world, session.customer, { invoice_settings: { ...before, default_payment_method: method } })
  world.store.remove(portalSessions, session.id)
  const to = session.flow?.after_completion.redirect?.return_url
  if (to !== undefined) return { to }
  const message = session.flow?.after_completion.hosted_confirmation?.custom_message ?? 'You can close this page.'
  return { html: pageHtml({ title: 'Saved', body: `<p>${escapeHtml(message)}</p>` }) }
}

function follow(world: StripeWorld, session: Session, intent: Stripe.SetupIntent, form?: URLSearchParams): PageAnswer {
  const method = idOf(intent.payment_method)
  if (intent.status === 'succeeded' && method !== null) return finish(world, session, method)
  const bank = intent.status === 'requires_action' ? intent.next_action?.redirect_to_url?.url : undefined
  if (bank) return { to: bank }
  return showForm(world, session, { ...(form && { form }), error: intent.last_setup_error?.message ?? 'Try again.' })
}

function submit(world: StripeWorld, session: Session, form: URLSearchParams): PageAnswer {
  const customer = getCustomer(world, session.customer, 'customer')
  try {
    const method = methodFromForm(world, form, { email: customer.email })
    const types = methodTypesFor(customer.currency ?? world.account.currency)
    const setup = newSetup(world, { customer: customer.id, description: null, allowedTypes: types })
    const intent = confirmSetup(world, setup.id, { paymentMethod: method.id, returnUrl: `${session.url}/return` })
    return follow(world, session, intent, form)
  } catch (error) {
    if (error instanceof StripeRefusal) return showForm(world, session, { form, error: error.message })
    throw error
  }
}

const sessionAt = (world: StripeWorld, path: Record<string, string>) =>
  world.store.get(portalSessions, path['id'] ?? '')

export const portalPart: StripePart = {
  tables: [portalSessions, portalConfigurations],
  operations: [
    operation('GET', '/v1/billing_portal/configurations', 'BillingPortalConfigurationListParams', ({ world, params }) =>
      pageOf([configurationOf(world, undefined)], params, '/v1/billing_portal/configurations'),
    ),
    operation('POST', '/v1/billing_portal/sessions', 'BillingPortalSessionCreateParams', ({ world, params }) =>
      createSession(world, params),
    ),
  ],
  pages: [
    { method: 'GET', path: '/p/session/:id', show: ({ world, path }) => showForm(world, sessionAt(world, path)) },
    {
      method: 'POST',
      path: '/p/session/:id',
      show: ({ world, path, form }) => submit(world, sessionAt(world, path), form),
    },
    {
      method: 'GET',
      path: '/p/session/:id/return',
      show: ({ world, path, query }) => {
        const session = sessionAt(world, path)
        return follow(world, session, world.store.get(setupIntents, query.get('setup_intent') ?? ''))
      },
    },
  ],
}
