import type { Domain } from '#platform/domain.ts'
import { billingChecks } from './checks.ts'
import { deskRoutes } from './desk/routes.ts'
import { billingJobs } from './jobs.ts'
import { planMails } from './mails.ts'
import { billingPersonalData, billingRetentions } from './personal-data.ts'
import { billingRoutes } from './routes.ts'
import { staffPlansRoutes } from './subscriptions/staff-routes.ts'

export const billingDomain: Domain = {
  name: 'billing',
  tables: [
    'subscriptions',
    'subscription_breaks',
    'charges',
    'coupon_uses',
    'charge_entries',
    'payments',
    'payment_allocations',
    'payment_credits',
    'payment_takings',
    'provider_lines',
    'household_people',
    'household_invitations',
    'concessions',
    'invoices',
    'invoice_lines',
  ],
  routes: (app, services) => {
    billingRoutes(app, services)
    deskRoutes(app, services)
    staffPlansRoutes(app, services)
  },
  jobs: billingJobs,
  checks: billingChecks,
  mails: Object.values(planMails),
  retentions: billingRetentions,
  personalData: billingPersonalData,
}
