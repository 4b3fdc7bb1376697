import type { Domain } from '#platform/domain.ts'
import { rehearsalRoutes } from './routes.ts'

/** Plays a year of one member in a process, a database and a Stripe of its own. It stores nothing in the portal's. */
export const rehearsalDomain: Domain = { name: 'rehearsal', routes: rehearsalRoutes }
