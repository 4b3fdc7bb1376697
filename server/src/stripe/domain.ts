import type { Domain } from '#platform/domain.ts'
import { stripeChecks } from './checks.ts'
import { stripeDeskRoutes } from './desk/routes.ts'
import { stripeWebhookRoutes } from './events/webhook-routes.ts'
import { stripeJobs } from './jobs.ts'
import { cardMails } from './mails.ts'
import { cardPlanRoutes } from './paying/plan-routes.ts'
import { stripePersonalData, stripeRetentions } from './personal-data.ts'
import { cardPlanMails } from './plan-mails.ts'
import { stripeRoutes } from './routes.ts'
import { subscriptionJobs } from './subscription-jobs.ts'
import { treasurerMails } from './treasurer-mails.ts'

export const stripeDomain: Domain = {
  name: 'stripe',
  tables: [
    'stripe_customers',
    'stripe_payment_methods',
    'automatic_top_ups',
    'stripe_payments',
    'stripe_invoices',
    'stripe_take_overs',
    'stripe_events',
    'stripe_reconciliations',
    'stripe_movements',
    'stripe_payouts',
    'stripe_payout_parts',
    'stripe_set_asides',
    'stripe_refunds',
    'stripe_disputes',
  ],
  routes: (app, services) => {
    stripeRoutes(app, services)
    cardPlanRoutes(app, services)
    stripeWebhookRoutes(app, services)
    stripeDeskRoutes(app, services)
  },
  jobs: [...stripeJobs, ...subscriptionJobs],
  mails: [...Object.values(cardMails), ...Object.values(cardPlanMails), ...Object.values(treasurerMails)],
  checks: stripeChecks,
  personalData: stripePersonalData,
  retentions: stripeRetentions,
}
